// What the page begins with: its look, its other scripts, and what is given to them, are unpacked and put into the document.
import { fromSigns, unlzma } from "./unpack.mjs";

const parts = unlzma(fromSigns(document.getElementById("parts").textContent));
for (const [tag, part] of JSON.parse(new TextDecoder().decode(parts))) document.body.append(Object.assign(document.createElement(tag), part));
