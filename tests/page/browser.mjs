// A headless Chromium that may not reach any network, with a page in it whose complaints are kept.
import { chromium } from "playwright-core";
import { pathToFileURL } from "node:url";

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: FLAGS });

/** Open a file, with a fragment, and return the page, what its console complained of, and what it asked the network for. */
export async function open(browser, file, options = {}, hash = "") {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  const requests = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => { if (!/^(file|data|blob):/.test(request.url())) requests.push(request.url()); });
  const started = performance.now();
  await page.goto(pathToFileURL(file).href + hash);
  return { page, context, complaints, requests, milliseconds: performance.now() - started };
}
