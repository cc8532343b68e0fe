import { launch } from "/work/h/web/tests/page/browser.mjs";
import { file, settled } from "/work/h/web/tests/page/web/support.mjs";
import { open } from "/work/h/web/tests/page/browser.mjs";
const b = await launch();
const one = await open(b, file, {}, process.argv[2]);
await one.page.waitForTimeout(Number(process.argv[4] ?? 6000));
await one.page.screenshot({ path: process.argv[3] });
console.log(await one.page.evaluate(() => [document.documentElement.hasAttribute("data-busy"), document.getElementById("panel").innerText.slice(0,400)]), one.complaints);
await b.close();
