"""Files are written whole or not at all."""

import stat

import pytest

from cascadesim.files import put, replacing, sweep_unfinished


def test_a_file_is_put_in_its_place_with_the_permissions_of_any_file(tmp_path):
    put(tmp_path / "a", b"old")
    put(tmp_path / "a", b"new", durable=True)
    (tmp_path / "b").write_bytes(b"")
    assert (tmp_path / "a").read_bytes() == b"new"
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == stat.S_IMODE((tmp_path / "b").stat().st_mode)


def test_what_fails_leaves_the_old_file_and_nothing_else(tmp_path):
    def write_half():
        with replacing(tmp_path / "a") as new:
            new.write_bytes(b"half")
            raise ZeroDivisionError

    put(tmp_path / "a", b"old")
    with pytest.raises(ZeroDivisionError):
        write_half()
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == b"old"


def test_what_a_killed_writer_left_is_swept(tmp_path):
    (tmp_path / ".new-0123456789abcdef").write_bytes(b"half")
    put(tmp_path / "a", b"whole")
    sweep_unfinished(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
