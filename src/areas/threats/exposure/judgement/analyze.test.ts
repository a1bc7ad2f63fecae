// Golden files: what was learnt of ports, and what must be said of them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { analyzePorts, fingerprintOf, type PortFacts } from './analyze.ts';
import { compareFindings, comparePorts, type Completed } from './difference.ts';

const folder = new URL('golden/', import.meta.url);
const goldens = readdirSync(folder).map(name => ({ name, ...(JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { says: string; facts: PortFacts[]; states: Record<string, string> }) }));

suite('ports are judged', () => {
  for (const { name, says, facts, states } of goldens) {
    test(`${name}: ${says}`, () => assert.deepEqual(Object.fromEntries(analyzePorts(facts).map(({ finding }) => [finding.id, finding.state])), states));
  }

  test('once for each fault, and one that was seen once is inconclusive', () => {
    const port: PortFacts = { address: '45.54.90.1', port: 6379, verified: false, service: null, tls: null, edge: null };
    assert.deepEqual(analyzePorts([port, { ...port, verified: true, port: 27017 }]).map(({ verified }) => verified), ['inconclusive', 'verified']);
  });

  test('so that a fault keeps its fingerprint whatever its text', () => {
    const port: PortFacts = { address: '45.54.90.1', port: 6379, verified: true, service: { protocol: 'redis', product: 'Redis 7.0', evidence: [], withoutPassword: null, verified: 'verified' }, tls: null, edge: null };
    const [before, after] = [port, { ...port, service: { ...port.service!, product: 'Redis 8.0' }, edge: 'Cloudflare' }].map(facts => fingerprintOf(analyzePorts([facts])[0]!));
    assert.equal(before, after);
  });
});

const everything: Completed = { at: () => true, gone: () => false };
const nothing: Completed = { at: () => false, gone: () => false };
const open = { fingerprint: 'a', state: 'open', address: '45.54.90.1', stage: 'ports', appearance: 'high' } as const;
const seen = { fingerprint: 'a', appearance: 'high' };

const differences: [says: string, before: Parameters<typeof compareFindings>[0], after: Parameters<typeof compareFindings>[1], completed: Completed, change: string | undefined][] = [
  ['never seen before', [], [seen], everything, 'new'],
  ['as it was', [open], [seen], everything, 'unchanged'],
  ['more severe now', [open], [{ ...seen, appearance: 'critical' }], everything, 'changed'],
  ['gone, and its stage was completed', [open], [], everything, 'resolved'],
  ['not seen, and its stage was not completed', [open], [], nothing, 'notTested'],
  ['at an address that the domain no longer has', [open], [], { ...nothing, gone: () => true }, 'resolved'],
  ['back after it was resolved', [{ ...open, state: 'resolved' }], [seen], everything, 'reopened'],
  ['resolved long ago', [{ ...open, state: 'resolved' }], [], everything, undefined],
];

suite('a finding', () => {
  for (const [says, before, after, completed, change] of differences) {
    test(`${says} is ${change ?? 'not mentioned'}`, () => assert.equal(compareFindings(before, after, completed).get('a'), change));
  }
});

test('a port that was open and is not seen is closed only where its host was tested', () => {
  const port = { address: '45.54.90.1', port: 22, transport: 'tcp', appearance: '' };
  const [tested, untested] = [everything, nothing].map(completed => comparePorts([port], [], completed).map(({ change }) => change));
  assert.deepEqual([tested, untested], [['resolved'], ['notTested']]);
});
