import { systemClock } from '../../core/clock.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/index.ts';
import { outsideOf } from '../compose.ts';
import { createLog } from '../log.ts';
import { startService, type Service } from '../service.ts';
import { collectStartGarbage } from '../start-garbage.ts';
import type { CommandParts } from './parts.ts';
import { startupErrorOf } from './startup-error.ts';

/** `dss serve`: runs until it is told to stop, then drains. */
export async function runServe({ version, terminal, signal, config: readConfig, unknownSettings }: CommandParts): Promise<ExitCode> {
  const { stdout, stderr } = terminal;
  const config = readConfig();
  const log = createLog(stderr, systemClock, { format: config.DSS_LOG_FORMAT, level: config.DSS_LOG_LEVEL });
  for (const name of unknownSettings()) log.warn(`${name} is no setting of this version. Is it mistyped? docs/reference/configuration.md lists them.`);
  let service: Service;
  try {
    service = await startService({ config, outside: outsideOf(config), version, log });
  } catch (error) {
    const startupError = startupErrorOf(error, config);
    if (startupError === null) throw error;
    stderr.write(`${startupError}\n`);
    return exitCode.couldNotRun;
  }
  stdout.write(`The service is up: ${service.baseUrl}\n`);
  if (service.operatorLink !== null) {
    stdout.write(`There is no operator yet. This link creates the operator account, once, within an hour:\n${service.operatorLink}\n`);
  }
  collectStartGarbage(signal);
  await new Promise<void>(resolve => { signal.addEventListener('abort', () => resolve(), { once: true }); if (signal.aborted) resolve(); });
  await service.stop();
  return exitCode.clean;
}
