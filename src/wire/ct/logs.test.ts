import assert from 'node:assert/strict';
import test, { after, before, beforeEach, suite } from 'node:test';
import { createAuthority } from '../../../lab/services/ca.ts';
import { nameSourceFaults, startNameSources, type NameSourceFault, type NameSourcePart, type NameSources } from '../../../lab/services/name-sources/index.ts';
import { systemClock } from '../../core/clock.ts';
import type { NamesStep, NameStream } from '../../core/outside/name-stream.ts';
import { createDoor } from '../door.ts';
import { createHttpGet } from '../http.ts';
import { CertificateLog } from '../../../lab/services/name-sources/certificate-log.ts';
import { tiledReply } from '../../../lab/services/name-sources/replies.ts';
import type { Asking } from './ask.ts';
import { createCertSpotter } from './cert-spotter.ts';
import { createCrtsh } from './crtsh.ts';
import { listLogs } from './log-list.ts';
import { createStaticLog } from './static-log.ts';
import { readLogKey } from './tree-head.ts';

const PATIENCE_MS = 150;
const door = createDoor({ allow: [], resolve: () => Promise.resolve({ outcome: 'absent', nxdomain: true, via: [] }), clock: systemClock });
const asking: Asking = { get: createHttpGet(door), clock: systemClock, configured: true };
const authority = createAuthority(Date.now());
const soon = () => AbortSignal.timeout(20_000);

let lab: NameSources;
before(async () => { lab = await startNameSources(authority); });
after(() => lab.stop());

const kinds = ['tiled', 'named', 'asked'] as const;
type Kind = typeof kinds[number];

async function streamOf(kind: Kind): Promise<NameStream> {
  const list = await listLogs(asking, `${lab.url}log-list`, soon());
  assert.ok(list.outcome === 'streams');
  return list.streams.find(({ id }) => id === `ct:${lab.url}${kind}/`)!;
}

/** Everything up to the end, in steps, each with a stream that has just begun. */
async function readOn(kind: Kind, from: string | null): Promise<{ names: string[]; cursor: string | null; steps: number }> {
  const names: string[] = [];
  for (let [cursor, steps] = [from, 1]; ; steps++) {
    const step = namesIn(await (await streamOf(kind)).next(cursor, soon()));
    names.push(...step.names);
    cursor = step.cursor;
    if (!step.more) return { names, cursor, steps };
  }
}

function namesIn(step: NamesStep) {
  assert.ok(step.outcome === 'names', JSON.stringify(step));
  return step;
}

test('a list of logs gives those that take certificates, and passes over what cannot be read', async () => {
  const list = await listLogs(asking, `${lab.url}log-list`, soon());
  assert.deepEqual(list.outcome === 'streams' && list.streams.map(({ id }) => id.replace(lab.url, '')), ['ct:tiled/', 'ct:named/', 'ct:asked/']);
});

for (const kind of kinds) {
  suite(`a log of the kind "${kind}"`, () => {
    let begin: string;
    before(async () => {
      lab.issue(['before.example.org']);
      begin = namesIn(await (await streamOf(kind)).next(null, soon())).cursor;
    });

    test('begins at its end, and gives nothing while nothing comes', async () => {
      assert.deepEqual(await readOn(kind, null), { names: [], cursor: begin, steps: 1 });
      assert.deepEqual(await readOn(kind, begin), { names: [], cursor: begin, steps: 1 });
    });

    test('gives every name once, in its order, over the borders of tiles and however often it is begun again', async () => {
      const expected: string[] = [];
      let cursor: string | null = begin;
      const seen: string[] = [];
      for (const count of [1, 1, 254, 300, 2, 700]) {
        for (let at = 0; at < count; at++) {
          // Certificates take time to make: most are the same.
          if (at < 2) lab.issue([`${kind}-${lab.logs[kind].size}.example.org`]);
          else if (at === 2) lab.issue(['same.example.org', '*.same.example.org'], count - 2);
          else break;
        }
        expected.push(...namesOf(kind).slice(expected.length));
        const read = await readOn(kind, cursor);
        seen.push(...read.names);
        cursor = read.cursor;
      }
      assert.deepEqual(seen, expected);

      function namesOf(which: Kind): string[] {
        const log = lab.logs[which];
        const from = (JSON.parse(begin) as { at: number }).at;
        const lines = Array.from({ length: Math.ceil(log.size / 256) }, (_, tile) => log.namesTile(tile)).join('').trimEnd().split('\n').slice(from);
        return lines.flatMap(line => (JSON.parse(line) as { DNS: string[] }).DNS);
      }
    });

    test('is not believed when its key is another', async () => {
      const list = await (await fetch(`${lab.url}log-list`)).json() as { operators: [{ tiled_logs: { key: string }[]; logs: { key: string }[] }] };
      const [{ tiled_logs: tiled, logs }] = list.operators;
      const other = kind === 'tiled' ? tiled[1]!.key : tiled[0]!.key;
      for (const log of [...tiled, ...logs]) log.key = other;
      const get: Asking['get'] = async (url, options) => (url.endsWith('log-list')
        ? { outcome: 'answered', url, status: 200, headers: {}, fields: [], truncated: false, body: Buffer.from(JSON.stringify(list)) } : asking.get(url, options));
      const forged = await listLogs({ ...asking, get }, 'http://lab.test/log-list', soon());
      assert.ok(forged.outcome === 'streams');
      assert.partialDeepStrictEqual(await forged.streams.find(({ id }) => id.includes(kind))!.next(null, soon()), { outcome: 'broken' });
    });

    test('is not believed when it forgets what it has signed', async () => {
      const { cursor } = await readOn(kind, begin);
      const log = lab.logs[kind];
      const { size } = log;
      log.cutTo(size - 3);
      assert.partialDeepStrictEqual(await (await streamOf(kind)).next(cursor, soon()), { outcome: 'later' });
      lab.issue(['other.example.org'], 3);
      assert.equal(log.size, size);
      const forked = await (await streamOf(kind)).next(cursor, soon());
      assert.partialDeepStrictEqual(forked, { outcome: 'broken' });
      lab.issue(['other.example.org'], 300);
      assert.partialDeepStrictEqual(await (await streamOf(kind)).next(cursor, soon()), { outcome: 'broken' });
    });
  });
}

test('entries of data tiles that are not those of the tree are not believed', async () => {
  const { cursor } = await readOn('tiled', null);
  lab.issue(['true.example.org']);
  const get: Asking['get'] = async (url, options) => {
    const reply = await asking.get(url, options);
    if (reply.outcome === 'answered' && url.includes('tile/data')) reply.body = Buffer.from(Buffer.from(reply.body).toString('latin1').replaceAll('true.example', 'fake.example'), 'latin1');
    return reply;
  };
  const list = await listLogs({ ...asking, get }, `${lab.url}log-list`, soon());
  assert.partialDeepStrictEqual(await (list.outcome === 'streams' ? list.streams : [])[0]!.next(cursor, soon()), { outcome: 'broken', cause: 'entries of tiled.log.lab are not those of its tree' });
});

test('a tree of more than 65,536 entries is proven through three levels of tiles', async () => {
  const log = new CertificateLog('big.log.lab', 'p256');
  const add = (times: number) => { for (let time = 0; time < times; time++) log.add({ names: [], certificate: Buffer.of(5, 0), body: null }); };
  let forged = '';
  const get: Asking['get'] = (url, { maxBytes }) => {
    const { status = 200, body } = tiledReply(log, url.replace('http://big.test/', ''), false);
    const bytes = Buffer.from(body).subarray(0, maxBytes);
    if (url.endsWith(forged) && forged !== '') bytes[0]! ^= 1;
    return Promise.resolve({ outcome: 'answered', url, status, headers: {}, fields: [], truncated: false, body: bytes });
  };
  const next = (cursor: string | null) => createStaticLog({ ...asking, get }, { monitoringUrl: 'http://big.test/', origin: log.origin, key: readLogKey(log.key)! }).next(cursor, soon());
  add(65_500);
  const { cursor } = namesIn(await next(null));
  add(600);
  for (forged of ['tile/2/000.p/1', 'tile/1/000', 'tile/0/255', 'tile/data/255']) assert.partialDeepStrictEqual(await next(cursor), { outcome: 'broken' }, forged);
  forged = '';
  const step = namesIn(await next(cursor));
  assert.deepEqual([(JSON.parse(step.cursor) as { at: number }).at, step.more], [66_100, false]);
});

const searches = {
  crtsh: () => createCrtsh(asking, `${lab.url}crtsh/`),
  certspotter: () => createCertSpotter(asking, { url: `${lab.url}certspotter`, key: lab.key }),
} as const;

suite('searches give the names below a domain, and nothing else', () => {
  before(() => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) lab.issue([`${name}.searched.example`, 'beside.example.org']);
  });
  for (const [part, make] of Object.entries(searches)) {
    test(part, async () => {
      const names = new Set<string>();
      let cursor: string | null = null;
      for (let more = true; more;) {
        const step: NamesStep & { outcome: 'names' } = namesIn(await make().search('searched.example', cursor, soon()));
        for (const name of step.names) names.add(name);
        ({ cursor, more } = step);
      }
      assert.deepEqual([...names].toSorted(), ['beside.example.org', ...['five', 'four', 'one', 'three', 'two'].map(name => `${name}.searched.example`)]);
    });
  }
  test('an empty list of crt.sh says nothing', async () => assert.partialDeepStrictEqual(await searches.crtsh().search('nobody.example', null, soon()), { outcome: 'later' }));
  test('an empty list of Cert Spotter is its end', async () => assert.partialDeepStrictEqual(await searches.certspotter().search('nobody.example', null, soon()), { outcome: 'names', names: [], more: false }));
  test('a key that is not known', async () => {
    assert.partialDeepStrictEqual(await createCertSpotter(asking, { url: `${lab.url}certspotter/`, key: 'wrong' }).search('searched.example', null, soon()), { outcome: 'later', status: 401 });
  });
});

suite('a provider in trouble is asked again later, and nothing is lost', () => {
  const begin = new Map<Kind, string>();
  before(async () => {
    for (const kind of kinds) begin.set(kind, namesIn(await (await streamOf(kind)).next(null, soon())).cursor);
    lab.issue(['fresh.example.org']);
  });
  beforeEach(() => { for (const part of ['log-list', ...kinds, ...Object.keys(searches)] as NameSourcePart[]) lab.setFault(part, null); });

  const ways: [part: NameSourcePart, ask: (signal: AbortSignal) => Promise<unknown>][] = [
    ['log-list', signal => listLogs(asking, `${lab.url}log-list`, signal)],
    ...kinds.map((kind): [NameSourcePart, (signal: AbortSignal) => Promise<unknown>] => [kind, async signal => {
      const fault = waiting.get(kind) ?? null;
      lab.setFault(kind, null);
      const stream = await streamOf(kind);
      lab.setFault(kind, fault);
      return stream.next(begin.get(kind)!, signal);
    }]),
    ['crtsh', signal => searches.crtsh().search('searched.example', null, signal)],
    ['certspotter', signal => searches.certspotter().search('searched.example', null, signal)],
  ];
  const waiting = new Map<string, NameSourceFault>();
  for (const [part, ask] of ways) {
    for (const fault of nameSourceFaults) {
      if (fault === 'empty' && part === 'certspotter') continue;
      // A checkpoint that is not signed is one that somebody has put there.
      const outcome = (fault === 'empty' || fault === 'garbage') && (part === 'tiled' || part === 'named') ? 'broken' : 'later';
      test(`${part}: ${fault}`, async () => {
        waiting.set(part, fault);
        lab.setFault(part, fault);
        const answer = await ask(AbortSignal.timeout(fault === 'slow' ? PATIENCE_MS : 20_000)) as NamesStep;
        assert.equal(answer.outcome, outcome, JSON.stringify(answer));
        if (fault === 'limited') assert.equal((answer as { retryAfterMs: number }).retryAfterMs, 120_000);
      });
    }
  }
  for (const kind of kinds) test(`${kind}: afterwards it goes on`, async () => assert.deepEqual((await readOn(kind, begin.get(kind)!)).names, ['fresh.example.org']));
});
