// Files that are opened, and files that are saved.
import { MOST_BYTES, asBinary, unpacked } from "./state.mjs";

/** A list of more is no help. */
const MOST_MEMBERS = 5000;

/** What is in an archive: `{ name, read }` of each tournament. A member is unpacked when it is read. */
function entries(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 22;
  let last = end;
  while (last >= Math.max(0, end - 0xffff) && view.getUint32(last, true) !== 0x06054b50) last -= 1;
  if (last < 0 || view.getUint32(last, true) !== 0x06054b50) throw new Error("the archive has no table of contents");
  const found = [];
  let at = view.getUint32(last + 16, true);
  for (let count = view.getUint16(last + 10, true); count > 0; count -= 1) {
    const [method, packed, from] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
    const [title, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + title));
    const start = from + 30 + view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
    const content = bytes.subarray(start, start + packed);
    const read = async () => {
      if (method !== 0 && method !== 8) throw new Error("it is packed in a way that is not known here");
      return { name, text: asBinary(method === 8 ? await unpacked(content) : content) };
    };
    found.push({ name, read, from, end: start + packed });
    at += 46 + title + extra + comment;
  }
  // An archive that is made to take time is refused, as on the command line.
  const places = found.toSorted((one, other) => one.from - other.from);
  if (places.some(({ from }, place) => place > 0 && from < places[place - 1].end)) throw new Error("members of the archive share bytes; pack it anew");
  return found.filter(({ name }) => /\.(trfx?|txt|json|csv)$/i.test(name));
}

/** What somebody has opened or dropped: `{ name, read }` of each tournament in it; `read` gives its name and its text. */
export async function opened(file) {
  if (file.size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES / 1e6} megabytes`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!isArchive) return [{ name: file.name, read: () => ({ name: file.name, text: asBinary(bytes) }) }];
  const found = entries(bytes);
  if (found.length > MOST_MEMBERS) throw new Error(`it has more than ${MOST_MEMBERS} tournaments; swiss-ilp batch reads them`);
  if (found.length === 0) throw new Error("it has no tournament: a name ends in .trf, .trfx, .txt, .json or .csv");
  return found;
}

/** Save a text as a file of this name. */
export function save(name, text, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name.replace(/[^\p{L}\p{N}._-]+/gu, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
