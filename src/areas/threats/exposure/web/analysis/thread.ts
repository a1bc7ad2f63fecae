import { parentPort } from 'node:worker_threads';
import { recogniseLibraries } from '../libraries/recognise.ts';
import { judge } from '../templates/judge.ts';
import type { Said, Task } from './task.ts';

const port = parentPort!;
const say = (said: Said): void => port.postMessage(said, []);

port.on('message', (task: Task) => {
  if (task.kind === 'libraries') recogniseLibraries(task.script, found => say({ found }));
  else say({ judged: judge(task.request, task.pages) });
  say({ end: true });
});
