// The program of a test process: runs the test files it is given one after the other, each as one test that holds all of its own.
import test from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/** A file that takes longer has hung. */
const HUNG_MS = 18 * 60_000;
// What a test waits for may not keep a process up by itself.
const alive = setInterval(() => {}, HUNG_MS);

for (const file of process.argv.slice(2)) {
  await test(file, { timeout: HUNG_MS }, () => import(pathToFileURL(file).href));
  // What it reported is out before the next one may end the process.
  await turn();
}
clearInterval(alive);
