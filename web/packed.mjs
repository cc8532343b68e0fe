// The page that is in the book, and the module in a page.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { joined } from './page/streams.mjs';
import { fromSigns, unlzma } from './page/unpack.mjs';

export const PACKED = fileURLToPath(new URL('../docs/src/pages/browser.html', import.meta.url));

/** The module in the text of a page, packed. */
export function moduleText(page) {
  const found = /<script type="text\/plain" id="module">([^<]*)<\/script>/.exec(page)?.[1];
  if (!found) throw new Error('the page has no module');
  return found;
}

/** The bytes of the module in a page. */
export const moduleOf = (file) => joined(unlzma(fromSigns(moduleText(readFileSync(file, 'utf8')))));
