"""Small card objects of our own in the shapes of Scryfall and MTGJSON."""

import gzip
import json
import lzma


def scryfall(name="Test Elf", mana_cost="{2}{R}{G}", type_line="Creature — Elf", oracle_text="", cmc=None, **more):
    value = {"cmc": cmc} if cmc is not None else {}
    card = {"object": "card", "name": name, "lang": "en", "layout": "normal", "mana_cost": mana_cost}
    return card | {"type_line": type_line, "oracle_text": oracle_text} | value | more


def two_faces(name, layout, costs, types=("Instant", "Instant"), texts=("", ""), **more):
    faces = [
        {"object": "card_face", "name": face, "mana_cost": cost, "type_line": type_line, "oracle_text": text}
        for face, cost, type_line, text in zip(name.split(" // "), costs, types, texts, strict=True)
    ]
    return {"object": "card", "name": name, "layout": layout, "card_faces": faces} | more


def mtgjson(name="Test Elf", cost="{2}{R}{G}", types="Creature — Elf", text="", value=4, **more):
    face = {"name": name, "manaValue": float(value), "layout": "normal", "type": types, "text": text}
    return face | ({"manaCost": cost} if cost else {}) | {"identifiers": {"scryfallOracleId": name}} | more


def atomic(*entries):
    return {"meta": {"date": "2026-01-01"}, "data": {entry[0]["name"]: entry for entry in entries}}


def as_lines(cards):
    return "".join(json.dumps(card, ensure_ascii=False) + "\n" for card in cards).encode()


def as_array(cards, indent=None):
    return json.dumps(cards, ensure_ascii=False, indent=indent).encode()


PACKINGS = {"plain": bytes, "gzip": gzip.compress, "xz": lzma.compress}
