// What runs in the worker: HiGHS is started once, and each message is solved.
import { solveRound } from "./round.js";

/** HiGHS from the bytes of its WebAssembly, without a file. */
export function startSolver(loadHighs, wasm) {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports, done) => {
      WebAssembly.instantiate(wasm, imports).then(({ instance }) => done(instance), reject);
      return {};
    };
    loadHighs({ instantiateWasm }).then(resolve, reject);
  });
}

/** Answer messages `{ wasm }`, once, and then `{ number, data, settings }` by `{ number, result }` or `{ number, error }`. */
export function serve(scope, loadHighs) {
  let highs = null;
  let data = null;
  scope.onmessage = async ({ data: message }) => {
    if (message.wasm) highs = startSolver(loadHighs, message.wasm);
    if (message.data) data = message.data;
    if (!message.settings) return;
    const { number, settings } = message;
    try {
      scope.postMessage({ number, result: solveRound(await highs, data, settings) });
    } catch (error) {
      scope.postMessage({ number, error: String(error?.message ?? error) });
    }
  };
}
