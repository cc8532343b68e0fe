// What runs in the worker: it begins with the compiled module, and answers one message after the other.
import { load } from "../swiss-ilp.mjs";

let ready = null;

self.onmessage = async ({ data }) => {
  if (data.module) {
    ready = load(data.module);
    return;
  }
  try {
    const ask = await ready;
    const begun = performance.now();
    const reply = ask(data.file, data.asked);
    self.postMessage({ number: data.number, reply, milliseconds: performance.now() - begun });
  } catch (error) {
    self.postMessage({ number: data.number, fault: String(error?.message ?? error) });
  }
};
