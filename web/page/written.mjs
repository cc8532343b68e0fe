// What answers to a hand in a page that the program writes. Its tables need no script; the drawing of a round does.
import { byId, h, isDark, printable, show, turn } from "./dom.mjs";
import { drawn } from "./explained.mjs";

const all = (selector) => [...document.querySelectorAll(selector)];
for (const part of all(".needs-script")) part.hidden = false;

// Light and dark.
const theme = byId("theme");
const name = () => { theme.textContent = isDark() ? "Light" : "Dark"; };
theme.addEventListener("click", () => {
  turn();
  name();
});
name();

// Tables that can be sorted.
const key = (row, column) => {
  const text = row.cells[column].textContent.trim();
  const number = Number(text);
  return text !== "" && !Number.isNaN(number) ? number : text.toLowerCase();
};
const compare = (one, other) => {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one !== typeof other) return typeof one === "number" ? -1 : 1;
  return one.localeCompare(other);
};
const sort = (table, column, isDown) => {
  const body = table.tBodies[0];
  body.append(...[...body.rows].sort((one, other) => (isDown ? -1 : 1) * compare(key(one, column), key(other, column))));
};
for (const table of all("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    head.dataset.name = head.textContent;
    const sorted = () => {
      const isDown = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      sort(table, column, isDown);
    };
    show(head, [h("button", { type: "button", onclick: sorted }, head.textContent)]);
  });
}

// Characters that turn the direction of writing, or control a line, have a visible one instead, as in the HTML.
const data = byId("data");
if (data) drawn(JSON.parse(data.textContent, (_, value) => (typeof value === "string" ? printable(value) : value)));
