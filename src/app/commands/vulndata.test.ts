import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import { startVulnerabilityData, type VulnerabilityDataServer } from '../../../lab/services/vulnerability-data.ts';
import { makeSqlite, type TestDatabase } from '../../../test/databases.ts';
import { systemClock } from '../../core/clock.ts';
import { listeningTerminal } from '../../surfaces/cli/testing.ts';
import { outsideOf } from '../compose.ts';
import { readConfig } from '../config.ts';
import type { CommandParts } from './parts.ts';
import { showVulndata, updateVulndata } from './vulndata.ts';

const KEV = 'www.cisa.gov';
const KEV_FILE = `${KEV}/sites/default/files/feeds/known_exploited_vulnerabilities.json`;

suite('dss vulndata', () => {
  let [lab, database]: [VulnerabilityDataServer, TestDatabase] = [null!, null!];
  before(async () => {
    lab = await startVulnerabilityData();
    database = makeSqlite();
    await (await database.open(systemClock)).close();
  });
  after(async () => {
    await lab.stop();
    await database.remove();
  });

  async function run(command: (parts: CommandParts) => Promise<number>, env: Record<string, string> = {}) {
    const { terminal, texts } = listeningTerminal();
    const config = () => readConfig({ DSS_DATA_DIR: database.dataDir, DSS_VULNDATA: lab.url, DSS_VULNDATA_SOURCES: 'kev', DSS_DNS_SERVERS: '127.0.0.1:9', DSS_DNS_ROOTS: 'nowhere=127.0.0.1:9', ...env });
    const code = await command({ version: '0', terminal, signal: new AbortController().signal, env, home: '', config, unknownSettings: () => [] });
    return { code, ...texts };
  }
  const update = (json = false) => (parts: CommandParts) => updateVulndata({ json }, parts, config => ({ ...outsideOf(config), route: () => null }));

  const publish = (entries: number) => lab.setFile(KEV_FILE, JSON.stringify({ catalogVersion: '2026.11.24', vulnerabilities: Array.from({ length: entries }, (_, at) => ({ cveID: `CVE-2021-${40_000 + at}`, dateAdded: '2021-11-03', vulnerabilityName: 'Apache' })) }));

  test('update reads what is to be read; what came with the program stays of the others', async () => {
    publish(900);
    const { code, stdout } = await run(update());
    assert.equal(code, 0);
    assert.match(stdout, /^kev +current +data of \d{4}-\d\d-\d\dT\d\d:\d\dZ, 0 h old  \(900 entries\)$/m);
    assert.match(stdout, /^retire +old +data of 2026-08-20T00:00Z, \d+ days old  \(722 entries\)  \(came with the program\)  \(not read\)$/m);
    assert.match(stdout, /^nvd +never +no data  \(not read\)$/m);
  });
  test('a list that has lost most of its entries is refused with its reason', async () => {
    publish(449);
    const { code, stdout } = await run(update());
    assert.equal(code, 7);
    assert.match(stdout, /^kev +unknown .*It sent a list of 449 entries; the last one had 900\./m);
  });
  test('a source that cannot be read is unknown with its reason, and the exit code says so', async () => {
    lab.setFault(KEV, 'notFound');
    const { code, stdout } = await run(update(true));
    assert.equal(code, 7);
    const kev = stdout.trim().split('\n').map(line => JSON.parse(line) as { source: string; state: string; failure: string; entries: number }).find(({ source }) => source === 'kev')!;
    assert.deepEqual([kev.state, kev.failure, kev.entries], ['unknown', 'There is nothing at its address.', 900]);
    assert.equal((await run(parts => showVulndata({ json: false }, parts))).code, 7);
  });
  test('where reading is off, update says so', async () => {
    const { code, stderr } = await run(update(), { DSS_VULNDATA: 'off' });
    assert.deepEqual([code, stderr], [0, 'No source is to be read: DSS_VULNDATA is off.\n']);
  });
});
