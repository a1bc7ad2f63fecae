// A worker thread that checks a domain repeatedly without the probes beyond the DNS, and reports its own CPU time.
import { parentPort, workerData } from 'node:worker_threads';
import { composeCheck, type Outside } from '../src/app/compose.ts';
import { runCheck, type CheckServices } from '../src/areas/domains/check/index.ts';

/** What the thread is given: the outside without its map, and the map as a list. */
export interface CpuTask {
  outside: Omit<Outside, 'route'>;
  routes: ReadonlyMap<string, number>;
  domain: string;
  rounds: number;
}

const WARM_UP_ROUNDS = 10;
const failure = { outcome: 'failed', stage: 'connect', kind: 'unreachable', cause: 'no part of this measurement', source: 'rdap' };
/** Anyone who looks anywhere learns at once that nothing is there. */
const nowhere = new Proxy({}, { get: () => async () => failure }) as never;

async function measure({ outside, routes, domain, rounds }: CpuTask): Promise<number> {
  const route = (address: string, port: number) => {
    const local = routes.get(`${address}:${port}`);
    return local === undefined ? null : { address: '127.0.0.1', port: local };
  };
  const context = composeCheck({ ...outside, route });
  const dnsAlone: CheckServices = {
    ...context,
    open(signal, depth) {
      const opened = context.open(signal, depth);
      return { ...opened, clients: { ...opened.clients, web: nowhere, tls: nowhere, smtp: nowhere, registry: nowhere } };
    },
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round++) await runCheck(dnsAlone, domain);
  const before = process.threadCpuUsage();
  for (let round = 0; round < rounds; round++) await runCheck(dnsAlone, domain);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / rounds;
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is of windows, and this is a worker thread
parentPort!.postMessage(await measure(workerData as CpuTask));
