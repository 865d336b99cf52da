"use strict";
// Tables that can be sorted and filtered; without this script they are plain tables.
const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const valueOf = (row, column) => {
  const cell = row.cells[column];
  return (cell.dataset.value ?? cell.textContent).trim();
};

for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
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
      const compare = (one, two) => {
        const [a, b] = [valueOf(one, column), valueOf(two, column)];
        if (!a || !b) return (a ? 0 : 1) - (b ? 0 : 1); // blanks last, either way
        const difference = isNumber ? Number(a) - Number(b) : order.compare(a, b);
        return isUp ? difference : -difference;
      };
      body.append(...[...body.rows].sort(compare));
    });
  });
}

for (const box of document.querySelectorAll(".filter")) {
  const input = box.querySelector("input");
  const count = box.querySelector("[role=status]");
  const rows = [...document.getElementById(input.dataset.table).tBodies[0].rows];
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = `${shown} of ${rows.length} rows`;
  };
  input.addEventListener("input", filter);
  box.hidden = false;
  filter();
}
