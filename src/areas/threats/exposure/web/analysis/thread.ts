import { parentPort, workerData } from 'node:worker_threads';
import { recogniseLibraries } from '../libraries/recognise.ts';
import { recogniseImported } from '../technologies/imported.ts';
import { recogniseTechnologies } from '../technologies/recognise.ts';
import { judge } from '../templates/judge.ts';
import type { Said, Task, ThreadData } from './task.ts';

const port = parentPort!;
const { imported } = workerData as ThreadData;
const say = (said: Said): void => port.postMessage(said, []);

port.on('message', (task: Task) => {
  if (task.kind === 'libraries') recogniseLibraries(task.script, found => say({ found }));
  else if (task.kind === 'technologies') {
    say({ found: recogniseTechnologies(task.page, task.url) });
    say({ found: recogniseImported(task.page, task.url, imported) });
  } else say({ judged: judge(task.request, task.pages) });
  say({ end: true });
});
say({ ready: true });
