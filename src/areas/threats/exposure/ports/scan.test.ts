// What each kind of host comes to, and how little it has to bear for it.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { PortProbe, PortReply } from '../../../../core/outside/port-probe.ts';
import { portLists } from './lists.ts';
import { scanPorts } from './scan.ts';
import { createTiming } from './timing.ts';

const never = new AbortController().signal;

/** A host that answers by its port; `touched` has the ports in their order. */
function hostOf(answer: (port: number, time: number) => PortReply['state']) {
  const touched: number[] = [];
  let [underWay, most] = [0, 0];
  const probe: PortProbe = async port => {
    most = Math.max(most, ++underWay);
    touched.push(port);
    const state = answer(port, touched.filter(other => other === port).length);
    await Promise.resolve();
    underWay--;
    return state === 'failed' ? { state, cause: 'too many open files' } : { state, rttMs: 20 };
  };
  return { probe, touched, most: () => most };
}

function scan(host: ReturnType<typeof hostOf>, ports: readonly number[], { signal = never, turn = (): Promise<void> | null => null } = {}) {
  let seed = 1;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  return scanPorts({ probe: host.probe, ports, mayBait: true, parallel: 4, turn, random, signal });
}

const ports = [21, 22, 80, 443, 8080];
const kinds: [says: string, answer: (port: number, time: number) => PortReply['state'], open: string, counts: string, wildcard: boolean][] = [
  ['with two services', port => ([22, 443].includes(port) ? 'open' : 'closed'), '22 443', '3 closed, 0 filtered, 0 untested', false],
  ['behind a filter', port => (port === 443 ? 'open' : 'filtered'), '443', '0 closed, 4 filtered, 0 untested', false],
  ['that loses the first packet', (port, time) => (port === 22 && time > 1 ? 'open' : port === 22 ? 'filtered' : 'closed'), '22', '4 closed, 0 filtered, 0 untested', false],
  ['with a port that opens once', (port, time) => (port === 22 && time === 1 ? 'open' : 'closed'), '22?', '4 closed, 0 filtered, 0 untested', false],
  ['that accepts everything', () => 'open', '21 22 80 443 8080', '0 closed, 0 filtered, 0 untested', true],
  ['that this machine fails to reach', port => (port === 80 ? 'failed' : 'closed'), '', '4 closed, 0 filtered, 1 untested', false],
];

suite('a host', () => {
  for (const [says, answer, open, counts, wildcard] of kinds) {
    test(says, async () => {
      const seen = await scan(hostOf(answer), ports);
      assert.equal(seen.open.map(({ port, verified }) => `${port}${verified ? '' : '?'}`).join(' '), open);
      assert.equal(`${seen.closed} closed, ${seen.filtered} filtered, ${seen.untested.length} untested`, counts);
      assert.equal(seen.wildcard, wildcard);
    });
  }

  test('that accepts everything is known in ten connections', async () => {
    const seen = await scan(hostOf(() => 'open'), []);
    assert.ok(seen.wildcard && seen.connections <= 10, `${seen.connections} connections`);
  });

  test('that accepts everything but improbable ports is known by how many are open', async () => {
    const seen = await scan(hostOf(port => (port > 20_000 ? 'closed' : 'open')), portLists.top100);
    assert.ok(seen.wildcard);
  });
});

suite('manners', () => {
  test('no more connections are open at once than was said', async () => {
    const host = hostOf(() => 'closed');
    await scan(host, portLists.top100);
    assert.ok(host.most() <= 5, `${host.most()} at once`);
  });

  test('every connection waits for its turn', async () => {
    let turns = 0;
    const host = hostOf(port => (port === 22 ? 'open' : 'filtered'));
    const { connections } = await scan(host, ports, { turn: () => { turns++; return Promise.resolve(); } });
    assert.deepEqual([turns, host.touched.length], [connections, connections]);
  });

  test('when the time is up nothing more is sent, and the rest is untested', async () => {
    const over = new AbortController();
    const host = hostOf(() => { if (host.touched.length >= 7) over.abort(); return 'closed'; });
    const seen = await scan(host, portLists.top100, { signal: over.signal });
    assert.ok(host.touched.length < 15 && seen.untested.length > 80, `${host.touched.length} touched, ${seen.untested.length} untested`);
    assert.equal(seen.cause, 'the time was up');
  });
});

test('the wait for a port follows the round trips that were seen, within bounds', () => {
  const timing = createTiming();
  const first = timing.timeoutMs();
  for (let i = 0; i < 20; i++) timing.saw(100);
  const steady = timing.timeoutMs();
  for (let i = 0; i < 20; i++) timing.saw(5000);
  assert.deepEqual([first, steady, timing.timeoutMs(), timing.rttMs()], [1000, 150, 1500, 5000]);
});

test('the lists have each port once, and the shorter ones stand in the longer ones', () => {
  const { top100, top1000, all } = portLists;
  assert.deepEqual([top100, top1000, all].map(list => [list.length, new Set(list).size]), [[100, 100], [1000, 1000], [65_535, 65_535]]);
  assert.deepEqual(top100.filter(port => !top1000.includes(port)), []);
  assert.deepEqual(top1000.filter(port => port < 1 || port > 65_535), []);
});
