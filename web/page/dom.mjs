// Elements as descriptions, and what makes the document agree with them. Text only ever becomes text: no name can be taken for markup.

/** Characters that turn the direction of writing, or control a line, have a visible one instead. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const visible = (c) => (c < " " ? String.fromCharCode(0x2400 + c.charCodeAt(0)) : c === "\u007f" ? "\u2421" : "\ufffd");
export const printable = (text) => String(text).replace(UNSEEN, visible);

export const byId = (id) => document.getElementById(id);

/** Whether the page is dark: as somebody chose, and else as the system is. */
export const isDark = () => (document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
/** A file of its own may have no place to remember anything in. */
const remembering = (then) => {
  try {
    return then(localStorage);
  } catch {
    return null;
  }
};
const remembered = remembering((place) => place.getItem("theme"));
if (["light", "dark"].includes(remembered)) document.documentElement.dataset.theme = remembered;
export const turn = () => {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  remembering((place) => place.setItem("theme", theme));
};

/** An element. Properties: `on…` are listeners, `style` is an object, `key` names it among its siblings, and others are attributes. */
export function h(tag, properties, ...children) {
  const { key, ...props } = properties ?? {};
  const kept = children.flat(Infinity).filter((child) => child !== undefined && child !== null && typeof child !== "boolean" && child !== "");
  return { tag, key, props, children: kept };
}

const SVG = "http://www.w3.org/2000/svg";
/** What a person changes without the document: it is set as a property. */
const LIVE = new Set(["value", "checked"]);
const known = new WeakMap();

function setProperty(element, name, value, before) {
  if (name === "style") {
    for (const [key, one] of Object.entries(value ?? {})) if (before?.[key] !== one) element.style.setProperty(key, String(one));
  } else if (name.startsWith("on")) {
    element[name] = value ?? null;
  } else if (LIVE.has(name)) {
    // What somebody is writing into a field stays; a day, which is changed by each digit, also where another one was taken.
    const isWritten = (value === before || element.type === "date") && element.tagName === "INPUT" && element === document.activeElement;
    if (value !== undefined && element[name] !== value && !(isWritten && name === "value")) element[name] = value;
  } else if (value === undefined || value === null || value === false) {
    element.removeAttribute(name);
  } else if (value !== before) {
    element.setAttribute(name, value === true ? "" : printable(value));
  }
}

function agrees(node, wanted) {
  if (typeof wanted !== "object") return node?.nodeType === 3;
  const had = node && known.get(node);
  return Boolean(had) && had.tag === wanted.tag && had.key === wanted.key;
}

export function made(wanted, space) {
  if (typeof wanted !== "object") return document.createTextNode(printable(wanted));
  const own = wanted.tag === "svg" ? SVG : space;
  const element = own ? document.createElementNS(own, wanted.tag) : document.createElement(wanted.tag);
  known.set(element, { tag: wanted.tag, key: wanted.key, props: {} });
  update(element, wanted, own);
  return element;
}

function update(node, wanted, space) {
  if (typeof wanted !== "object") {
    const text = printable(wanted);
    if (node.data !== text) node.data = text;
    return;
  }
  const had = known.get(node);
  // A choice comes after what can be chosen.
  const { value, ...rest } = wanted.props;
  for (const name of Object.keys(had.props)) if (!(name in wanted.props)) setProperty(node, name, undefined, had.props[name]);
  for (const [name, one] of Object.entries(rest)) setProperty(node, name, one, had.props[name]);
  const inside = wanted.tag === "svg" ? SVG : space;
  show(node, wanted.children, inside);
  if ("value" in wanted.props) setProperty(node, "value", value, had.props.value);
  known.set(node, { tag: wanted.tag, key: wanted.key, props: wanted.props });
}

/** Make the children of `parent` agree with `wanted`. What is there stays, with its focus. */
export function show(parent, wanted, space = parent.namespaceURI === SVG ? SVG : null) {
  const names = new Map(wanted.filter((one) => one.key !== undefined).map((one) => [one.key, one]));
  const keyed = new Map();
  for (const child of [...parent.childNodes]) {
    const key = known.get(child)?.key;
    if (key === undefined) continue;
    // What goes, goes first: a sibling that would be moved past it would lose its focus.
    if (agrees(child, names.get(key))) keyed.set(key, child);
    else child.remove();
  }
  let at = parent.firstChild;
  for (const one of wanted) {
    let node = one.key === undefined ? at : keyed.get(one.key);
    if (agrees(node, one)) {
      if (node === at) at = at.nextSibling;
      else parent.insertBefore(node, at);
      update(node, one, space);
    } else {
      node = made(one, space);
      parent.insertBefore(node, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}
