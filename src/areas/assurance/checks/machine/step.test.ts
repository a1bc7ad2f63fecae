import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { inMaintenance } from './maintenance.ts';
import type { Outcome } from './outcome.ts';
import { OurSide } from './our-side.ts';
import { newMachine, step, type Machine } from './step.ts';

const MINUTE_MS = 60_000;
const terms = { failAfter: 3, recoverAfter: 2 };
const letters: Record<string, Outcome> = { u: 'up', f: 'down', g: 'degraded', '?': 'unknown', m: 'maintenance' };

/** The states after each result, a minute apart, and all transitions. */
function play(results: string, thresholds = terms, everyMs = MINUTE_MS): { states: string; transitions: string } {
  let machine: Machine = newMachine;
  const [states, transitions]: [string[], string[]] = [[], []];
  for (const [index, letter] of results.split('').entries()) {
    const taken = step(machine, { at: index * everyMs, outcome: letters[letter]! }, thresholds);
    machine = taken.machine;
    states.push(taken.state);
    transitions.push(...taken.transitions);
  }
  return { states: states.join(' '), transitions: transitions.join(' ') };
}

const cases: [says: string, results: string, states: string, transitions: string][] = [
  ['a new check is up with its first success', 'u', 'up', ''],
  ['a new check that never worked is down after three failures', 'fff', 'suspect suspect down', 'wentDown'],
  ['two failures are a suspicion, and no more', 'uffu', 'up suspect suspect up', ''],
  ['three failures in a row are down', 'ufff', 'up suspect suspect down', 'wentDown'],
  ['failures that are not in a row are none', 'uffuffu', 'up suspect suspect up suspect suspect up', ''],
  ['two successes in a row are up again', 'ufffuu', 'up suspect suspect down recovering up', 'wentDown cameUp'],
  ['one success between failures does not bring it up', 'ufffufu', 'up suspect suspect down recovering down recovering', 'wentDown'],
  ['what is unknown neither counts nor resets', 'uff?f', 'up suspect suspect unknown down', 'wentDown'],
  ['an unknown result never makes anything down', 'u????????', 'up unknown unknown unknown unknown unknown unknown unknown unknown', ''],
  ['an unknown result does not bring anything up', 'fff??', 'suspect suspect down unknown unknown', 'wentDown'],
  ['maintenance ends a suspicion', 'uffmff', 'up suspect suspect maintenance suspect suspect', ''],
  ['what was down before maintenance is still down after it', 'fffmf', 'suspect suspect down maintenance down', 'wentDown'],
  ['three slow results are degraded, and one fast one ends it', 'ugggu', 'up up up degraded up', 'becameDegraded endedDegraded'],
  ['slow is not down', 'gggggg', 'up up degraded degraded degraded degraded', 'becameDegraded'],
];
suite('a check', () => {
  for (const [says, results, states, transitions] of cases) test(says, () => assert.deepEqual(play(results), { states, transitions }));

  test('that changes more than four times within half an hour is flapping once, until it was steady for half an hour', () => {
    const quick = { failAfter: 1, recoverAfter: 1 };
    const { transitions } = play(`${'uf'.repeat(10)}${'u'.repeat(40)}`, quick);
    assert.equal(transitions.split(' ').filter(one => one === 'beganFlapping').length, 1);
    assert.equal(transitions.split(' ').filter(one => one === 'endedFlapping').length, 1);
    assert.equal(transitions.split(' ').at(-1), 'endedFlapping');
  });

  test('that changes rarely is never flapping', () => assert.doesNotMatch(play('uf'.repeat(20), { failAfter: 1, recoverAfter: 1 }, 10 * MINUTE_MS).transitions, /Flapping/));
});

const windows: [says: string, window: Parameters<typeof inMaintenance>[0][number], at: string, open: boolean][] = [
  ['before it begins', { from: '2026-01-10T02:00:00Z', minutes: 30, every: 'once' }, '2026-01-10T01:59:59Z', false],
  ['at its begin', { from: '2026-01-10T02:00:00Z', minutes: 30, every: 'once' }, '2026-01-10T02:00:00Z', true],
  ['at its end', { from: '2026-01-10T02:00:00Z', minutes: 30, every: 'once' }, '2026-01-10T02:30:00Z', false],
  ['a daily one, days later', { from: '2026-01-10T02:00:00Z', minutes: 30, every: 'day' }, '2026-01-19T02:29:00Z', true],
  ['a weekly one, on another day', { from: '2026-01-10T02:00:00Z', minutes: 30, every: 'week' }, '2026-01-12T02:10:00Z', false],
  ['one with an offset', { from: '2026-01-10T02:00:00+02:00', minutes: 30, every: 'week' }, '2026-01-17T00:10:00Z', true],
];
suite('a maintenance window', () => {
  for (const [says, window, at, open] of windows) test(says, () => assert.equal(inMaintenance([window], Date.parse(at)), open));
});

suite('our own side', () => {
  const sites = Array.from({ length: 10 }, (_, number) => `site${number}.example`);
  const explains = (failing: number, cause: 'timeout' | 'status' = 'timeout') => {
    const side = new OurSide();
    for (const [index, host] of sites.entries()) side.note({ host, cause: index < failing ? cause : null, at: 1000 });
    return side.explains(cause, 2000);
  };
  test('is taken for the fault where more than half of all unrelated sites fail at once', () => assert.deepEqual([explains(4), explains(5), explains(6), explains(10)], [false, false, true, true]));
  test('is no explanation for wrong replies', () => assert.equal(explains(10, 'status'), false));
  test('is no explanation where many hosts of one site fail', () => {
    const side = new OurSide();
    for (let number = 0; number < 50; number++) side.note({ host: `host${number}.shop.example`, cause: 'timeout', at: 1000 });
    side.note({ host: 'other.example', cause: null, at: 1000 });
    assert.equal(side.explains('timeout', 2000), false);
  });
  test('is forgotten after 90 s', () => {
    const side = new OurSide();
    for (const host of sites) side.note({ host, cause: 'timeout', at: 1000 });
    assert.equal(side.explains('timeout', 100_000), false);
  });
});
