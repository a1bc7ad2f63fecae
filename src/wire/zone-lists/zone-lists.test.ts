import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, beforeEach, suite } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { createAuthority } from '../../../lab/services/ca.ts';
import { nameSourceFaults, startNameSources, type NameSources } from '../../../lab/services/name-sources/index.ts';
import { systemClock } from '../../core/clock.ts';
import type { NamesStep, NameStream } from '../../core/outside/name-stream.ts';
import type { Asking } from '../ct/ask.ts';
import { createDoor } from '../door.ts';
import { createHttpGet, type HttpReply } from '../http.ts';
import { createCzds } from './czds.ts';
import { createRegisteredLists } from './registered-lists.ts';
import { added, readNames, sortNames, writeNames } from './sorted-names.ts';
import { delegatedNames } from './zone-file.ts';

const DAY_MS = 86_400_000;
const PATIENCE_MS = 150;
let nowMs = Date.UTC(2026, 10, 22, 12);
const clock = { now: () => nowMs, monotonicMs: () => systemClock.monotonicMs() };
const door = createDoor({ allow: [], resolve: () => Promise.resolve({ outcome: 'absent', nxdomain: true, via: [] }), clock: systemClock });
const asking: Asking = { get: createHttpGet(door), clock, configured: true };
const soon = () => AbortSignal.timeout(20_000);

let lab: NameSources;
let folder: string;
before(async () => {
  lab = await startNameSources(createAuthority(Date.now()));
  folder = mkdtempSync(join(tmpdir(), 'dss-test-'));
});
after(async () => {
  await lab.stop();
  rmSync(folder, { recursive: true });
});

async function* each<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}

function namesIn(step: NamesStep) {
  assert.ok(step.outcome === 'names', JSON.stringify(step));
  return step;
}

/** All that a stream has at the moment, with a stream that has just begun for each step. */
async function readOn(make: () => Promise<NameStream>, from: string | null): Promise<{ names: string[]; cursor: string }> {
  const names: string[] = [];
  for (let cursor = from; ;) {
    const step = namesIn(await (await make()).next(cursor, soon()));
    names.push(...step.names);
    if (!step.more) return { names, cursor: step.cursor };
    ({ cursor } = step);
  }
}

test('names are sorted, each once, whatever of them fits into memory', async () => {
  const name = fc.stringMatching(/^[a-z]{1,3}$/);
  await fc.assert(fc.asyncProperty(fc.array(name, { maxLength: 60 }), fc.array(name, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), async (before, after, atOnce) => {
    const paths = ['before', 'after'].map(file => join(folder, file)) as [string, string];
    await sortNames(paths[0], each(before), atOnce);
    await sortNames(paths[1], each(after), atOnce);
    assert.deepEqual(await Array.fromAsync(readNames(paths[1])), [...new Set(after)].toSorted());
    const fresh = await Array.fromAsync(added(readNames(paths[0]), readNames(paths[1])));
    assert.deepEqual(fresh, [...new Set(after).difference(new Set(before))].toSorted());
    assert.deepEqual(readdirSync(folder).filter(file => file.endsWith('.part')), []);
  }), { seed: 1035, numRuns: 60 });
});

test('as many names are written as there were', async () => {
  const path = join(folder, 'many');
  assert.equal(await writeNames(path, Array.from({ length: 5001 }, (_, at) => String(at))), 5001);
  assert.equal((await Array.fromAsync(readNames(path))).length, 5001);
});

test('a zone file tells the names that are delegated, in every form of master files', async () => {
  const lines = [
    '; comment', '$TTL 3600', 'shop.\t86400\tin\tsoa\ta. b. 1 2 3 4 5', 'shop.\t86400\tin\tns\tns.shop.', 'one.shop.\t3600\tin\tns\tns1.example.net.', 'one.shop.\t3600\tin\tns\tns2.example.net.',
    'ns1.one.shop.\t3600\tin\ta\t192.0.2.1', 'TWO.Shop. NS ns1.example.net.', '$ORIGIN shop.', 'three IN 1h NS ns', '  NS ns4 ; second', 'four 300 NS ns', 'a.deep 300 NS ns', 'other.net. 300 NS ns', 'five DS 1 2 3 4', 'ns A 192.0.2.1', '*.shop. NS x', 'six', '',
    'seven IN TXT "x IN NS y"',
  ];
  assert.deepEqual([...new Set(await Array.fromAsync(delegatedNames(each(lines), 'shop')))], ['one.shop', 'two.shop', 'three.shop', 'four.shop']);
});

test('no line of a zone file ends in an error', async () => {
  const field = fc.constantFrom('a', 'ns', 'in', '3600', '$origin', '@', '.', '', ';', '\t', 'a.b.shop.', '\u0000');
  await fc.assert(fc.asyncProperty(fc.array(fc.array(field).map(fields => fields.join(' '))), async lines => {
    for await (const name of delegatedNames(each(lines), 'shop')) assert.match(name, /^[a-z0-9_-]+\.shop$/);
  }), { seed: 1035, numRuns: 300 });
});

suite('zone files of CZDS', () => {
  const czds = () => createCzds({ asking, accountUrl: `${lab.url}czds/`, zonesUrl: `${lab.url}czds/`, user: 'somebody', password: 'secret', folder: join(folder, 'zones') });
  const zone = async (name: string): Promise<NameStream> => {
    const list = await czds().list(soon());
    assert.ok(list.outcome === 'streams', JSON.stringify(list));
    return list.streams.find(({ id }) => id === `zone:${name}`)!;
  };
  beforeEach(() => {
    lab.setFault('czds', null);
    nowMs = Date.UTC(2026, 10, 22, 12);
  });

  test('the first day tells all names, the next those that were added, a restart in the middle none twice', async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `name-${at}.shop`);
    lab.setZone('shop', names);
    const first = await readOn(() => zone('shop'), null);
    assert.deepEqual(first.names, names.toSorted());
    assert.deepEqual(await readOn(() => zone('shop'), first.cursor), { names: [], cursor: first.cursor });
    lab.setZone('shop', [...names.slice(5), 'fresh.shop', 'another.shop']);
    assert.deepEqual((await readOn(() => zone('shop'), first.cursor)).names, [], 'the same day');
    nowMs += DAY_MS;
    const second = await readOn(() => zone('shop'), first.cursor);
    assert.deepEqual(second.names, ['another.shop', 'fresh.shop']);
    assert.deepEqual(readdirSync(join(folder, 'zones', 'shop')).toSorted(), ['2026-11-23.added', 'names']);
  });

  test('a crash before the place was kept tells the same again, without another download', async () => {
    lab.setZone('club', ['one.club', 'two.club']);
    assert.deepEqual((await readOn(() => zone('club'), null)).names, ['one.club', 'two.club']);
    lab.takeAsked();
    assert.deepEqual((await readOn(() => zone('club'), null)).names, ['one.club', 'two.club']);
    assert.deepEqual(lab.takeAsked().filter(path => path.endsWith('.zone')), []);
  });

  test('a name that is no zone is passed over', async () => {
    lab.setZone('..', ['x.test']);
    const list = await czds().list(soon());
    assert.ok(list.outcome === 'streams' && list.streams.every(({ id }) => /^zone:[a-z]+$/.test(id)));
  });

  for (const fault of nameSourceFaults) {
    test(`in trouble it is asked again later: ${fault}`, async () => {
      lab.setZone('trouble', ['one.trouble']);
      const stream = await zone('trouble');
      nowMs += 10 * DAY_MS;
      const signal = () => AbortSignal.timeout(fault === 'slow' ? PATIENCE_MS : 20_000);
      lab.setFault('czds', fault);
      const answers = [await czds().list(signal())];
      for (const answer of [...answers, await stream.next(null, signal())]) {
        assert.equal(answer.outcome, 'later', JSON.stringify(answer));
        if (fault === 'limited') assert.equal((answer as { retryAfterMs: number }).retryAfterMs, 120_000);
      }
      lab.setFault('czds', null);
      assert.deepEqual((await readOn(() => Promise.resolve(stream), null)).names, ['one.trouble']);
      rmSync(join(folder, 'zones', 'trouble'), { recursive: true });
    });
  }
});

suite('lists of newly registered names', () => {
  const stream = () => Promise.resolve(createRegisteredLists(asking, `${lab.url}nrd/{date}.txt`));
  beforeEach(() => {
    lab.setFault('nrd', null);
    nowMs = Date.UTC(2026, 10, 22, 12);
  });
  before(() => {
    lab.setRegistered('2026-11-21', Array.from({ length: 12_000 }, (_, at) => `Name-${at}.example`));
    lab.setRegistered('2026-11-22', ['later.example']);
  });

  test('each day is reported once, a restart in the middle goes on behind the last name', async () => {
    const first = await readOn(stream, null);
    assert.deepEqual(first.names, Array.from({ length: 12_000 }, (_, at) => `name-${at}.example`));
    assert.deepEqual((await readOn(stream, first.cursor)).names, []);
    nowMs += DAY_MS;
    const second = await readOn(stream, first.cursor);
    assert.deepEqual(second.names, ['later.example']);
    nowMs += DAY_MS;
    assert.partialDeepStrictEqual(await (await stream()).next(second.cursor, soon()), { outcome: 'later' }, 'there is none of the next day yet');
  });

  const forms: [says: string, body: Uint8Array, names: string[] | null][] = [
    ['text', Buffer.from('a.example\r\nB.example\n\nnot a name\n'), ['a.example', 'b.example']],
    ['gzip', gzipSync('a.example\n'), ['a.example']],
    ['ZIP', zipSync({ 'a.txt': Buffer.from('a.example\n'), 'b.txt': Buffer.from('b.example') }), ['a.example', 'b.example']],
    ['half a ZIP', zipSync({ 'a.txt': Buffer.from('a.example\n'.repeat(50)) }).subarray(0, 60), null],
    ['half a gzip', gzipSync('a.example\n').subarray(0, 20), null],
  ];
  for (const [says, body, names] of forms) {
    test(says, async () => {
      const asked: string[] = [];
      const get = (url: string): Promise<HttpReply> => {
        asked.push(url);
        return Promise.resolve({ outcome: 'answered', url, status: 200, headers: {}, fields: [], truncated: false, body });
      };
      const step = await createRegisteredLists({ ...asking, get }, 'https://lists.example/{base64}/{date}').next(null, soon());
      assert.deepEqual(step.outcome === 'names' ? step.names : null, names);
      assert.deepEqual(asked, [`https://lists.example/${encodeURIComponent(Buffer.from('2026-11-21.zip').toString('base64'))}/2026-11-21`]);
    });
  }

  for (const fault of nameSourceFaults.filter(fault => fault !== 'empty' && fault !== 'garbage')) {
    test(`in trouble it is asked again later: ${fault}`, async () => {
      lab.setFault('nrd', fault);
      const step = await (await stream()).next(null, AbortSignal.timeout(fault === 'slow' ? PATIENCE_MS : 20_000));
      assert.equal(step.outcome, 'later');
      if (fault === 'limited') assert.equal((step as { retryAfterMs: number }).retryAfterMs, 120_000);
    });
  }
  for (const fault of ['empty', 'garbage'] as const) {
    test(`what is no list of names is not taken for an empty day: ${fault}`, async () => {
      lab.setFault('nrd', fault);
      assert.equal((await (await stream()).next(null, soon())).outcome, 'later');
    });
  }
});
