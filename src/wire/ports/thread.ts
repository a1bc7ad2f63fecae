import { parentPort } from 'node:worker_threads';
import { touch } from './touch.ts';
import type { Asked, Heard } from './threads.ts';

// Most ports are closed: where a refusal would be traced to its caller costs as much as what follows from it.
Error.stackTraceLimit = 0;

const port = parentPort!;
let heard: Heard[] = [];

function tell(): void {
  port.postMessage(heard, []);
  heard = [];
}

port.on('message', (asked: readonly Asked[]) => {
  for (const [number, address, timeoutMs] of asked) {
    touch(address, timeoutMs, reply => {
      // What comes in one round of the event loop goes out together.
      if (heard.push([number, reply]) === 1) setImmediate(tell);
    });
  }
});
