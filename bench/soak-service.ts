// The service in a process of its own, so that its memory is its own: the lab stands outside and sends its addresses.
import { readConfig } from '../src/app/config.ts';
import { createLog } from '../src/app/log.ts';
import type { Outside } from '../src/app/compose.ts';
import { startService } from '../src/app/service.ts';
import { systemClock } from '../src/core/clock.ts';
import type { Lab } from '../lab/types.ts';

/** What the service is told by the process that loads it. */
export interface SoakTask {
  settings: Record<string, string>;
  outside: Omit<Outside, 'route'>;
  routes: Lab['routes'];
}

process.once('message', (task: SoakTask) => void start(task));

async function start({ settings, outside, routes }: SoakTask): Promise<void> {
  const route: Outside['route'] = (address, port) => {
    const local = routes.get(`${address}:${port}`);
    return local === undefined ? null : { address: '127.0.0.1', port: local };
  };
  const service = await startService({ config: readConfig(settings), outside: { ...outside, route }, version: 'soak', log: createLog(process.stderr, systemClock) });
  process.send!(service.baseUrl);
  process.once('SIGTERM', () => void service.stop().then(() => process.exit()));
}
