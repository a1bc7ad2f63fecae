import { parentPort } from 'node:worker_threads';
import { recogniseLibraries } from '../libraries/recognise.ts';
import type { Said, Task } from './task.ts';

const port = parentPort!;
const say = (said: Said): void => port.postMessage(said, []);

port.on('message', (task: Task) => {
  recogniseLibraries(task.script, found => say({ found }));
  say({ end: true });
});
