import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import test, { after, suite } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { startForeign } from '../../lab/dns/foreign.ts';
import { composeChecker } from '../../src/app/compose.ts';
import { checks } from '../../src/checks/index.ts';
import type { Finding } from '../../src/core/finding.ts';
import { parseCidr } from '../../src/core/ip.ts';
import type { Checker } from '../../src/surfaces/cli/index.ts';
import { differences } from './differences.ts';
import { readConfigs, readScenarios, readZoneFile, type Scenario } from './scenarios.ts';
import { OWN_ZONE, tags } from './tags.ts';
import { undelegated } from './undelegated.ts';
import { differingTags, inOurWords, isJudged } from './verdict.ts';

const HOST = '127.0.0.1';
const DNS_PORT = 53;
/** The test environment lives on addresses that are not public: 127.0.0.0/8 and prefixes for local use. */
const allow = ['127.0.0.0/8', 'fda1:b2::/32'].map(range => parseCidr(range)!);

const scenarios = readScenarios();
const dns = await startForeign({ configs: readConfigs(), read: readZoneFile, pretended: undelegated });
after(() => dns.stop());
const allHints = new Set(scenarios.map(({ hints }) => hints));
const checkers = new Map(await Promise.all([...allHints].map(async hints => [hints, await checkerFrom(hints)] as const)));

/** The whole check over an Internet that begins at these root hints. */
async function checkerFrom(hints: string): Promise<Checker> {
  const position = (address: string) => ({ address: HOST, port: dns.route(address)! });
  const { port, root } = await dns.openResolver(hints);
  return composeChecker({
    dnsServers: [{ address: HOST, port }],
    dnsRoots: root.addresses.map(address => ({ name: root.name, ...position(address) })),
    trustAnchors: [],
    rdapBootstrap: null, whoisServer: null, ca: null, allow,
    route: (address, port) => (port === DNS_PORT && dns.route(address) !== null ? position(address) : null),
  });
}

/** Findings by id, and whether the domain is a zone of its own; none where the name is refused. */
async function statesOf({ hints, zone }: Scenario): Promise<Map<string, Finding['state']>> {
  const result = await checkers.get(hints)!(zone).catch(() => null);
  if (!result) return new Map();
  return new Map([...result.findings.map(({ id, state }) => [id, state] as const), [OWN_ZONE, result.records.nameservers.zone === zone ? 'pass' : 'fail']]);
}

const nameOf = ({ testCase, name }: Scenario) => `${testCase} ${name}`;
const statedFor = (scenario: Scenario) => differences.flatMap(({ tags }) => tags[nameOf(scenario)] ?? []);

/** The tags that differ, in our words; looks again where they are not the stated ones, because answers come late on a busy machine. */
async function verdictOn(scenario: Scenario, lookupsLeft = 3): Promise<{ differing: string[]; stated: string[] }> {
  const states = await statesOf(scenario);
  const inWords = (tags: readonly string[]) => tags.map(tag => inOurWords(tag, states)).toSorted();
  const verdict = { differing: inWords(differingTags(scenario, states)), stated: inWords(statedFor(scenario)) };
  return lookupsLeft > 1 && !isDeepStrictEqual(verdict.differing, verdict.stated) ? verdictOn(scenario, lookupsLeft - 1) : verdict;
}

suite('every scenario of Zonemaster gets its verdict, or another for a stated reason', { concurrency: 4 }, () => {
  for (const scenario of scenarios) {
    test(`${nameOf(scenario)}: ${scenario.mandatory.join(', ')}`, async () => {
      const { differing, stated } = await verdictOn(scenario);
      assert.deepEqual(differing, stated);
    });
  }
});

suite('the tables speak of what is there', () => {
  const rules = new Set(Object.values(checks).flatMap(check => Object.values(check.rules)).map(({ id }) => id));
  test('the data hold 159 scenarios', () => assert.equal(scenarios.length, 159));
  test('every tag has a meaning, and every meaning a rule', () => {
    assert.deepEqual([...new Set(scenarios.flatMap(({ mandatory, forbidden }) => [...mandatory, ...forbidden]))].filter(tag => !tags[tag]), []);
    const ids = Object.values(tags).flatMap(({ fails = [], passes = [], unknowns = [] }) => [...fails, ...passes, ...unknowns]);
    assert.deepEqual(ids.filter(id => !rules.has(id) && id !== OWN_ZONE), []);
  });
  test('every stated difference is one of a scenario', () => {
    const names = new Set(scenarios.map(nameOf));
    assert.deepEqual(differences.flatMap(({ tags }) => Object.keys(tags)).filter(name => !names.has(name)), []);
  });
  test('every undelegated zone is one of a scenario', () => {
    assert.deepEqual(undelegated.filter(({ zone }) => !scenarios.some(scenario => scenario.zone === zone)), []);
  });
});

/** Scenarios by outcome; the tests above hold every difference to what is stated. */
function figuresOf(some: readonly Scenario[]): { total: number; same: number; different: number; notJudged: number } {
  const different = some.filter(scenario => statedFor(scenario).length > 0).length;
  const notJudged = some.filter(scenario => !isJudged(scenario) && statedFor(scenario).length === 0).length;
  return { total: some.length, same: some.length - different - notJudged, different, notJudged };
}

test('the decision page has the figures and the reasons', t => {
  const page = readFileSync(globSync('docs/decisions/*-zonemaster.md', { cwd: new URL('../..', import.meta.url).pathname })[0]!, 'utf8');
  const rows = [...Map.groupBy(scenarios, ({ testCase }) => testCase)].map(([testCase, some]) => ({ testCase, ...figuresOf(some) }));
  const all = figuresOf(scenarios);
  const lines = [
    ...[...rows, { testCase: 'all', ...all }].map(row => `| ${Object.values(row).join(' | ')} |`),
    ...differences.map(({ because, tags }) => `- ${because}: ${Object.keys(tags).join(', ')}.`),
    ...new Set(Object.values(tags).flatMap(({ none }) => (none === undefined ? [] : [`- ${none}.`]))),
  ];
  const unwrapped = page.replaceAll(/\s+/g, ' ');
  assert.deepEqual(lines.filter(line => !unwrapped.includes(line)), []);
  const rest = `${all.different} another for a stated reason, ${all.notJudged} are about what no finding speaks of`;
  t.diagnostic(`note: Zonemaster: ${all.same} of ${all.total} scenarios get the same verdict, ${rest}`);
});
