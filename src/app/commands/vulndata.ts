import { statesOfSources, updateSources } from '../../areas/threats/vulnerabilities/index.ts';
import { systemClock as clock } from '../../core/clock.ts';
import { createQueue, type Store } from '../../store/index.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/index.ts';
import { printable } from '../../surfaces/cli/paint.ts';
import { outsideOf, type Outside } from '../compose.ts';
import { collectGarbage } from '../start-garbage.ts';
import { composeVulnerabilityData } from '../vulnerability-data.ts';
import type { Config } from '../config.ts';
import type { CommandParts } from './parts.ts';
import { withExistingStore, withStore } from './with-store.ts';

type State = Awaited<ReturnType<typeof statesOfSources>>[number];

/** `dss vulndata update`: reads every source, and shows what came of it; 7 where one could not be read. */
export function updateVulndata({ json }: { json: boolean }, parts: CommandParts, outside: (config: Config) => Outside = outsideOf): Promise<ExitCode> {
  return withStore(parts, async ({ store, newId }) => {
    const config = parts.config();
    const vulnerabilityData = composeVulnerabilityData(config, outside(config));
    // The young generation, which grew while the program loaded, would be filled again by what is read.
    collectGarbage();
    const tried = await updateSources({ db: store.db, store, clock, vulnerabilityData, queue: createQueue(store, newId) }, parts.signal);
    if (tried.length === 0) parts.terminal.stderr.write('No source is to be read: DSS_VULNDATA is off.\n');
    return show(store, json, parts);
  });
}

/** `dss vulndata status`: one line a source; 7 where the last reading of one failed. */
export function showVulndata({ json }: { json: boolean }, parts: CommandParts): Promise<ExitCode> {
  return withExistingStore(parts, ({ store }) => show(store, json, parts));
}

async function show(store: Store, json: boolean, parts: CommandParts): Promise<ExitCode> {
  const config = parts.config();
  const states = await statesOfSources(store.db, composeVulnerabilityData(config, outsideOf(config)).sources, clock.now());
  for (const state of states) parts.terminal.stdout.write(`${json ? JSON.stringify(state) : printable(lineOf(state))}\n`);
  return states.some(({ state, isRead }) => isRead && state === 'unknown') ? exitCode.couldNotTell : exitCode.clean;
}

function lineOf({ source, isRead, state, dataAsOf, ageHours, failure, isSeed, entries }: State): string {
  const age = dataAsOf === null ? 'no data' : `data of ${dataAsOf.slice(0, 16)}Z, ${ageHours! < 48 ? `${ageHours} h` : `${Math.round(ageHours! / 24)} days`} old`;
  const notes = [entries === null ? null : `${entries} ${entries === 1 ? 'entry' : 'entries'}`, isSeed ? 'came with the program' : null, isRead ? null : 'not read', failure].filter(note => note !== null);
  return [source.padEnd(10), state.padEnd(8), age, ...notes.map(note => `(${note})`)].join('  ').trimEnd();
}
