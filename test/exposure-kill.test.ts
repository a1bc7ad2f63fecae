// Scans of hosts by workers that are processes of their own: killed in every stage, and two at one address.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { startLabHosts, type LabHosts } from '../lab/services/hosts.ts';
import { recorded } from '../src/areas/threats/exposure/hosts.sample.ts';
import { openExposure } from '../src/areas/threats/exposure/scan.sample.ts';
import { systemClock } from '../src/core/clock.ts';
import { schema } from '../src/app/registry.ts';
import type { Store } from '../src/store/index.ts';
import type { TestDatabase } from './databases.ts';
import type { ExposureTask } from './exposure-child.ts';
import { onEachDatabaseWithProcesses } from './processes.ts';
import { startScript } from './store-processes.ts';
import { allTables } from './tables.ts';

const [ONE, OTHER, BUSY] = ['45.54.90.1', '45.54.90.2', '45.54.90.3'];
const website = { kind: 'says', replies: [['GET ', 'HTTP/1.1 404 Not Found\r\nServer: nginx/1.22.1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n']] } as const;

let lab: LabHosts;
before(async () => {
  lab = await startLabHosts([
    ...[ONE, OTHER].map(address => ({ address, ports: { 22: recorded('openssh'), 80: website, 443: { kind: 'hangsUp' } as const }, others: 'closed' as const })),
    { address: BUSY, ports: {}, others: { kind: 'hangsUp' } },
  ]);
});
after(() => lab.stop());

/** Whatever a second of this machine allows. */
const unhurried = { connectsPerSecond: 1e6, dialoguesPerSecond: 1e6, requestsPerSecond: 1e6, openAtOnce: 20 };

function taskFor({ dataDir, url }: TestDatabase, given: Pick<ExposureTask, 'names' | 'manners' | 'killAt' | 'isAlone'> & { scansAtOnce?: number }): { file: string; log: string } {
  const [file, log] = [join(dataDir, `task-${Math.random()}.json`), join(dataDir, 'packets.log')];
  const task: ExposureTask = { dataDir, url, routes: [...lab.routes], ptr: 'owned.example', log, scansAtOnce: 1, migrations: Object.keys(schema.migrations), ...given };
  writeFileSync(file, JSON.stringify(task));
  return { file, log };
}

const work = (file: string) => startScript(new URL('exposure-child.ts', import.meta.url), [file]);

/** `stage address` of each step that is committed. */
async function committedIn({ db }: Store): Promise<Set<string>> {
  return new Set((await allTables(db).selectFrom('exposure_step').select(['stage', 'address']).execute()).map(({ stage, address }) => `${stage} ${address}`));
}

onEachDatabaseWithProcesses('a scan whose worker is killed (kill -9)', make => {
  test('in every stage goes on after each, scans nothing again that was committed, and ends once', { timeout: 420_000 }, async () => {
    const database = await make();
    const store = await database.open(systemClock);
    const area = await openExposure(store);
    for (const address of [ONE, OTHER]) await area.confirm(address);
    const { body } = await area.start({ profile: 'quick' });
    const names = { 'owned.example': [ONE, OTHER] };
    let [committed, before] = [new Set<string>(), 0];
    for (const stage of ['resolve', 'ports', 'services', 'tls', 'http', 'web', 'components', null]) {
      await forgetTheDead(store);
      const { file, log } = taskFor(database, { names, manners: unhurried, isAlone: true, killAt: stage === null ? null : { stage, address: stage === 'components' ? '' : OTHER } });
      const child = work(file);
      assert.equal(await child.ended, stage === null ? 0 : null, `${stage}: ${child.lines.join()}`);
      const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [];
      assert.deepEqual(lines.slice(before).filter(line => committed.has(line)), [], `nothing committed is asked again, until ${stage}`);
      before = lines.length;
      committed = await committedIn(store);
      assert.equal((await area.status(body.data.id)).status, stage === null ? 'completed' : 'running');
    }
    assert.equal(committed.size, 2 + 2 * 5);
    assert.equal((await allTables(store.db).selectFrom('exposure_scan').select('id').execute()).length, 1);
    assert.equal((await allTables(store.db).selectFrom('run_event').select('run_id').where('name', '=', 'ended').execute()).length, 1);
    const components = await allTables(store.db).selectFrom('exposure_component').select(['product', 'port']).execute();
    assert.equal(components.filter(({ product, port }) => product === 'OpenSSH' && port === 22).length, 2);
  });
});

/** Frees the addresses of a dead worker at once, and lets the run go on after its fifth death: tests of leases and of runs show both. */
async function forgetTheDead({ db }: Store): Promise<void> {
  await allTables(db).updateTable('exposure_lease').set({ held_until: 0 }).execute();
  await allTables(db).updateTable('job').set({ attempts: 0 }).execute();
}

const PER_SECOND = 60;
/** The host itself may be late in seeing what came evenly. */
const [WINDOW_MS, SLACK] = [3000, 1.15];

onEachDatabaseWithProcesses('two accounts that scan one address', (make, dialect) => {
  // One process alone works on an embedded database: there it does both scans at once.
  const workers = dialect === 'sqlite' ? [{ scansAtOnce: 2 }] : [{ scansAtOnce: 1 }, { scansAtOnce: 1 }];
  test(`${workers.length === 1 ? 'at once' : 'in two worker processes'} never exceed its rate, as the host counts it`, { timeout: 420_000 }, async () => {
    const database = await make();
    const store = await database.open(systemClock);
    const areas = [await openExposure(store), await openExposure(store, undefined, { domain: 'other.example' })];
    for (const area of areas) {
      await area.confirm(BUSY);
      await area.start({ profile: 'quick' });
    }
    const manners = { connectsPerSecond: PER_SECOND, dialoguesPerSecond: PER_SECOND, requestsPerSecond: PER_SECOND, openAtOnce: 20 };
    const names = { 'owned.example': [BUSY], 'other.example': [BUSY] };
    const before = lab.seen.length;
    const children = workers.map(worker => work(taskFor(database, { names, manners, isAlone: false, killAt: null, ...worker }).file));
    assert.deepEqual(await Promise.all(children.map(({ ended }) => ended)), workers.map(() => 0));
    const moments = lab.seen.slice(before).map(({ atMs }) => atMs);
    const most = Math.max(...moments.map((from, at) => moments.slice(at).findIndex(moment => moment >= from + WINDOW_MS)));
    assert.ok(moments.length > 800, `${moments.length} connections`);
    assert.ok(most <= PER_SECOND * (WINDOW_MS / 1000) * SLACK, `${most} connections in ${WINDOW_MS} ms`);
  });
});
