import { parentPort } from 'node:worker_threads';
import { analyze, type AuditRows } from '../analysis/analyze.ts';
import type { Asked, FromThread } from './messages.ts';

const port = parentPort!;
const tell = (said: FromThread): void => port.postMessage(said, []);
let answered: (reply: unknown) => void = () => {};

function ask(asked: Asked): Promise<unknown> {
  return new Promise(resolve => {
    answered = resolve;
    tell({ asked });
  });
}

const rows: AuditRows = {
  next: given => ask({ method: 'next', given }) as ReturnType<AuditRows['next']>,
  takePages: async given => void await ask({ method: 'takePages', given }),
  takeGroups: async given => void await ask({ method: 'takeGroups', given }),
};

port.on('message', ({ reply }: { reply: unknown }) => answered(reply));
// A fault ends the thread, and with it the analysis.
void analyze(rows).then(result => tell({ result }));
