"use strict";
// Tables that can be sorted and filtered; without this script they are plain tables. Of a table with data-step only so
// many rows stand on the page at a time: the others wait in memory, so that thousands of them stay quick.
const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const valueOf = (row, column) => {
  const cell = row.cells[column];
  return (cell.dataset.value ?? cell.textContent).trim();
};

class Rows {
  constructor(table) {
    this.body = table.tBodies[0];
    this.step = Number(table.dataset.step) || Infinity;
    this.all = [...this.body.rows];
    this.kept = this.all;
    this.texts = new Map();
    this.show(this.step);
  }

  show(most) {
    this.most = most;
    this.body.replaceChildren(...this.kept.slice(0, most));
    this.more?.();
  }

  sort(column, isNumber, isUp) {
    const keyed = this.all.map((row) => {
      const value = valueOf(row, column);
      return { row, blank: value === "", key: isNumber ? Number(value) : value };
    });
    keyed.sort((one, two) => {
      if (one.blank || two.blank) return one.blank - two.blank; // blanks last, either way
      const difference = isNumber ? one.key - two.key : order.compare(one.key, two.key);
      return isUp ? difference : -difference;
    });
    const kept = new Set(this.kept);
    this.all = keyed.map(({ row }) => row);
    this.kept = this.all.filter((row) => kept.has(row));
    this.show(this.step);
  }

  filter(words) {
    this.kept = this.all.filter((row) => {
      if (!this.texts.has(row)) this.texts.set(row, row.textContent.toLowerCase());
      return words.every((word) => this.texts.get(row).includes(word));
    });
    this.show(this.step);
  }
}

const rowsOf = new Map();
for (const table of document.querySelectorAll("table.sortable")) {
  const rows = new Rows(table);
  rowsOf.set(table.id, rows);
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const label = head.querySelector(".label");
    if (!label) return;
    const isNumber = !head.classList.contains("left");
    const button = document.createElement("button");
    button.type = "button";
    button.append(...label.childNodes);
    label.replaceWith(button);
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      const isUp = before ? before === "descending" : !isNumber;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
      rows.sort(column, isNumber, isUp);
    });
  });
}

for (const box of document.querySelectorAll(".filter")) {
  const input = box.querySelector("input");
  const count = box.querySelector("[role=status]");
  const rows = rowsOf.get(input.dataset.table);
  const filter = () => {
    rows.filter(input.value.toLowerCase().split(/\s+/).filter(Boolean));
    count.textContent = `${rows.kept.length.toLocaleString("en")} of ${rows.all.length.toLocaleString("en")} rows`;
  };
  input.addEventListener("input", filter);
  box.hidden = false;
  filter();
}

for (const box of document.querySelectorAll(".more")) {
  const rows = rowsOf.get(box.dataset.table);
  const button = document.createElement("button");
  button.type = "button";
  box.append(button);
  rows.more = () => {
    const left = rows.kept.length - rows.most;
    box.hidden = !(left > 0);
    button.textContent = `Show ${Math.min(left, rows.step).toLocaleString("en")} more of ${left.toLocaleString("en")}`;
  };
  rows.more();
  button.addEventListener("click", () => rows.show(rows.most + rows.step));
}

// On paper every row that is kept is wanted.
addEventListener("beforeprint", () => rowsOf.forEach((rows) => rows.show(Infinity)));
