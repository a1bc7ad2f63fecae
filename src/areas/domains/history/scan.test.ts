import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test, { after, before } from 'node:test';
import { startLab } from '../../../../lab/index.ts';
import type { Lab } from '../../../../lab/types.ts';
import { outsideOfLab } from '../../../app/commands/demo.ts';
import { composeCheck, type Outside } from '../../../app/compose.ts';
import { createNewId } from '../../../core/ids.ts';
import type { RegistryLookup, TlsProbe } from '../../../core/outside/probes.ts';
import { Problem } from '../../../core/problem.ts';
import type { RunProgress } from '../../../core/run.ts';
import type { Store } from '../../../store/index.ts';
import { onEachDatabase } from '../../../../test/databases.ts';
import type { RunOutcome } from '../../run-kind.ts';
import type { Announce } from '../../announcement.ts';
import type { DomainsServices } from '../inventory/services.ts';
import type { ScanInput } from '../inventory/scan-start.ts';
import { doDomainScan } from './scan.ts';
import type { Scanned } from './scanned.ts';
import { latestResult, snapshotOf } from './snapshots/index.ts';
import { insertDomains } from '../inventory/store.ts';
import { fedOf } from '../../../../test/facets.ts';
import { allTables } from '../../../../test/tables.ts';

const DAY_MS = 86_400_000;
const ID = 'dom_a';
const ACCOUNT = 'acc_a';

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

interface Scanning {
  name: string;
  outside?: Outside;
  profile?: string;
  selectors?: readonly string[];
  /** Hears of the scan. */
  hear?: (scanned: Scanned) => Promise<void>;
  trigger?: 'manual' | 'schedule';
  input?: ScanInput;
  account?: string;
  id?: string;
  /** So much later than now. */
  laterMs?: number;
  program?: string;
  /** Whether the domain is in the inventory already. */
  isKnown?: boolean;
}

/** A domain in the inventory, and a scan of it in the hands of a worker. */
async function setUp(store: Store, { name, outside = outsideOfLab(lab), profile, selectors, hear = () => Promise.resolve(), trigger = 'manual', input = null, account = ACCOUNT, id = ID, laterMs = 0, program = '1.2.3', isKnown = false }: Scanning) {
  if (!isKnown) await allTables(store.db).insertInto('account').values({ id: account, name: '', plan: 'pro', operator: 0, settings: '{}', settings_version: 0, created_at: 0, delete_after: null }).execute();
  if (!isKnown) await insertDomains(store.db, [{ id, account_id: account, name, profile, selectors, due_at: null, created_at: 0, tags: [] }]);
  const askedRegistry: string[] = [];
  const enumerated: string[] = [];
  const { open, ...means } = composeCheck(outside);
  const listening: typeof open = (...given) => {
    const session = open(...given);
    const find: RegistryLookup['find'] = (registered, signal) => (askedRegistry.push(registered), session.clients.registry.find(registered, signal));
    const enumerate: TlsProbe['enumerate'] = (target, signal) => (enumerated.push(target.host), session.clients.tls.enumerate(target, signal));
    return { ...session, clients: { ...session.clients, registry: { find }, tls: { ...session.clients.tls, enumerate } } };
  };
  const clock = { ...means.clock, now: () => means.clock.now() + laterMs };
  const services = { ...means, clock, program: { version: program }, open: listening, db: store.db, store, newId: createNewId(store.clock, randomBytes), announce: ((_tx, _announcement, scanned) => hear(scanned as Scanned)) satisfies Announce } as unknown as DomainsServices;
  const reported: string[] = [];
  const progress: RunProgress[] = [];
  const work = () => doDomainScan.work({
    id: 'run_a', accountId: account, subject: { type: 'domain', id, label: name }, trigger, input, state: null, services, signal: new AbortController().signal,
    tell: (_, data) => { reported.push((data as { name: string }).name); },
    commit: stage => { progress.push(stage.progress); return Promise.resolve(); },
  });
  return {
    work, reported, progress, askedRegistry, enumerated,
    end: ({ change }: RunOutcome) => store.transaction(async tx => change?.(tx)),
    facets: () => fedOf(store.db, id),
    row: () => allTables(store.db).selectFrom('domain').selectAll().where('id', '=', id).executeTakeFirst(),
    snapshots: () => allTables(store.db).selectFrom('snapshot').selectAll().execute(),
  };
}

onEachDatabase('a scan of a domain', open => {
  test('keeps what it saw, with the time, and tells each record as it lands', async () => {
    const scan = await setUp(await open(), { name: 'weak-mail.example' });
    const outcome = await scan.work();
    assert.deepEqual([outcome.status, scan.progress], ['completed', [{ done: 0, total: 2, step: 'scan' }]]);
    assert.ok(scan.reported.includes('spf') && new Set(scan.reported).size === scan.reported.length);
    assert.deepEqual(await scan.snapshots(), []);
    await scan.end(outcome);
    const [kept] = await scan.snapshots();
    const { score, issues, worst } = outcome.result as { score: number; issues: number; worst: string };
    assert.equal((await scan.row())!.checked_at, kept!.at);
    assert.partialDeepStrictEqual(await scan.facets(), { score, issues, worst });
    assert.deepEqual([kept!.score, (outcome.result as { changed: unknown }).changed], [score, null]);
  });

  test('says which records changed since the one before, and keeps an unchanged one as a line', async () => {
    const store = await open();
    const scan = await setUp(store, { name: 'healthy.example' });
    await scan.end(await scan.work());
    const second = await scan.work();
    await scan.end(second);
    assert.deepEqual((second.result as { changed: unknown }).changed, []);
    const rows = await scan.snapshots();
    assert.deepEqual([rows.length, new Set(rows.map(row => row.set_hash)).size], [2, 1]);
  });

  test('without any resolver fails, and keeps nothing', async () => {
    const nowhere: Outside = { ...outsideOfLab(lab), dnsServers: [{ address: '127.0.0.1', port: 9 }] };
    const scan = await setUp(await open(), { name: 'healthy.example', outside: nowhere });
    await assert.rejects(scan.work(), (error: unknown) => error instanceof Problem && error.code === 'resolver_unavailable');
    assert.deepEqual([await scan.snapshots(), (await scan.row())!.checked_at], [[], null]);
  });

  test('of which a part failed is partial, and keeps what it could tell', async () => {
    const scan = await setUp(await open(), { name: 'lookup-servfail.example' });
    const outcome = await scan.work();
    assert.equal(outcome.status, 'partial');
    assert.ok((outcome.result as { unknown: string[] }).unknown.every(title => title.startsWith('Lookup failed')));
    await scan.end(outcome);
    const [kept] = await scan.snapshots();
    assert.partialDeepStrictEqual(await scan.facets(), { score: null, grade: null, issues: 0, worst: null });
    assert.deepEqual([kept!.score, (outcome.result as { grade: unknown }).grade], [null, null]);
  });

  test('that cannot be graded leaves the last grade and its day in the list; one that can takes them out', async () => {
    const scan = await setUp(await open(), { name: 'healthy.example' });
    const scanAgain = async () => {
      await scan.end(await scan.work());
      const { grade, score, lastGrade, lastGradedAt } = await scan.facets();
      return { grade, hasScore: typeof score === 'number', lastGrade, lastGradedAt };
    };
    assert.deepEqual(await scanAgain(), { grade: 'A+', hasScore: true, lastGrade: null, lastGradedAt: null });
    const gradedAt = Number((await scan.row())!.checked_at);
    const restore = lab.addFault({ name: '_dmarc.healthy.example', type: 'TXT', fault: 'servfail' });
    assert.deepEqual(await scanAgain(), { grade: null, hasScore: false, lastGrade: 'A+', lastGradedAt: gradedAt });
    restore();
    assert.deepEqual(await scanAgain(), { grade: 'A+', hasScore: true, lastGrade: null, lastGradedAt: null });
  });

  test('goes by the profile that a person chose', async () => {
    const heard: Scanned[] = [];
    const scan = await setUp(await open(), { name: 'weak-mail.example', profile: 'noMail', hear: async seen => { heard.push(seen); } });
    await scan.end(await scan.work());
    assert.deepEqual(heard.map(({ result }) => result.profile.kind), ['noMail']);
  });

  for (const trigger of ['manual', 'schedule'] as const) {
    test(`that is ${trigger} tries the DKIM selectors that the owner uses`, async () => {
      const heard: Scanned[] = [];
      const scan = await setUp(await open(), { name: 'weak-mail.example', selectors: ['mail2026'], trigger, hear: async seen => { heard.push(seen); } });
      await scan.end(await scan.work());
      assert.deepEqual(heard.map(({ result }) => result.records.dkim.selectors['mail2026']?.status), ['missing']);
    });
  }

  test('that its time has brought asks the registry once a day, no matter who watches the name; one that is asked for, or confirms, asks again', async () => {
    const store = await open();
    const heard: Scanned[] = [];
    const ways: Omit<Scanning, 'name'>[] = [{ trigger: 'schedule' }, { trigger: 'schedule' }, { trigger: 'manual' }, { trigger: 'schedule', input: { fresh: true } }, { trigger: 'schedule' }];
    const asked: number[] = [];
    for (const [at, way] of ways.entries()) {
      const scan = await setUp(store, { name: 'healthy.example', ...way, account: `acc_${at}`, id: `dom_${at}`, hear: async seen => { heard.push(seen); } });
      await scan.end(await scan.work());
      asked.push(scan.askedRegistry.length);
      assert.equal((await scan.facets()).registrationAt, Date.parse(heard[at]!.result.records.registration.asOf ?? heard[at]!.result.timestamp));
    }
    assert.deepEqual(asked, [1, 0, 1, 1, 0]);
    const learnt = await allTables(store.db).selectFrom('known_registration').selectAll().execute();
    const asOf = heard.map(({ result }) => result.records.registration.asOf);
    assert.deepEqual([asOf[0], asOf[2], asOf[3], learnt.length], [null, null, null, 1]);
    assert.ok(Date.parse(asOf[1]!) < learnt[0]!.learnt_at && Date.parse(asOf[4]!) === learnt[0]!.learnt_at);
    assert.deepEqual(snapshotOf(heard[1]!.result).records.registration, snapshotOf(heard[0]!.result).records.registration);
  });

  test('that its time has brought reads what only a checkup covers once a day; one that is asked for, or confirms, reads it again', async () => {
    const store = await open();
    const heard: Scanned[] = [];
    const HOUR_MS = 3_600_000;
    const ways: (Omit<Scanning, 'name'> & { reads: boolean })[] = [
      { trigger: 'schedule', reads: true },
      { trigger: 'schedule', laterMs: 6 * HOUR_MS, reads: false },
      { trigger: 'schedule', laterMs: 7 * HOUR_MS, program: '1.2.4', reads: true },
      { trigger: 'manual', laterMs: 8 * HOUR_MS, program: '1.2.4', reads: true },
      { trigger: 'schedule', laterMs: 9 * HOUR_MS, program: '1.2.4', input: { fresh: true }, reads: true },
      { trigger: 'schedule', laterMs: 10 * HOUR_MS, program: '1.2.4', reads: false },
      { trigger: 'schedule', laterMs: 9 * HOUR_MS + DAY_MS, program: '1.2.4', reads: true },
    ];
    for (const [at, { reads, ...way }] of ways.entries()) {
      const scan = await setUp(store, { name: 'healthy.example', ...way, isKnown: at > 0, hear: async seen => { heard.push(seen); } });
      await scan.end(await scan.work());
      assert.deepEqual([scan.enumerated.length, 'ciphers' in heard[at]!.result.asOf], reads ? [1, false] : [0, true], `scan ${at}`);
      assert.ok(scan.reported.includes('ciphers'));
    }
    const [first, second] = heard as [Scanned, Scanned];
    assert.deepEqual([second.result.asOf.ciphers, second.result.asOf.takeover], [first.result.timestamp, first.result.timestamp]);
    assert.deepEqual(snapshotOf(second.result), snapshotOf(first.result));
    assert.deepEqual((await latestResult(store.db, ID))!.result.asOf, {});
  });

  test('keeps a listing on a blocklist in score, list and last check alike until it is read again', async () => {
    const store = await open();
    const scores: unknown[] = [];
    for (const [at, laterMs] of [0, 3_600_000].entries()) {
      const scan = await setUp(store, { name: 'blocklist-domain.example', trigger: 'schedule', laterMs, isKnown: at > 0 });
      await scan.end(await scan.work());
      const { score, grade, worst, ...facets } = await scan.facets();
      const { result } = (await latestResult(store.db, ID))!;
      assert.deepEqual([result.score, result.grade, worst, facets['records.blocklists']], [score, grade, 'high', 'critical']);
      assert.ok(result.findings.some(({ id, state }) => id === 'blocklist.domain' && state === 'fail'));
      assert.equal(result.asOf.blocklists === undefined, at === 0);
      scores.push(score);
    }
    assert.equal(scores[0], scores[1]);
  });

  test('reads again with the next scan what could not be read, and what was not there', async () => {
    const store = await open();
    const restore = lab.addFault({ name: 'shop.healthy.example', type: 'A', fault: 'servfail' });
    await setUp(store, { name: 'healthy.example', trigger: 'schedule' }).then(async scan => scan.end(await scan.work()));
    restore();
    const known = await allTables(store.db).selectFrom('known_record').select('record').orderBy('record').execute();
    assert.deepEqual(known.map(({ record }) => record), ['blocklists', 'ciphers', 'headers']);
    await setUp(store, { name: 'does-not-exist.example', trigger: 'schedule', account: 'acc_b', id: 'dom_b' }).then(async scan => scan.end(await scan.work()));
    assert.deepEqual(await allTables(store.db).selectFrom('known_record').select('record').where('domain_id', '=', 'dom_b').execute(), []);
  });

  test('is heard of once, with the transaction that keeps it; who cannot take it undoes it', async () => {
    const heard: Scanned[] = [];
    const fault = new Error('cannot take it');
    let faulty = true;
    const hear = (seen: Scanned) => {
      if (faulty) throw fault;
      heard.push(seen);
      return Promise.resolve();
    };
    const scan = await setUp(await open(), { name: 'healthy.example', hear });
    const outcome = await scan.work();
    await assert.rejects(scan.end(outcome), fault);
    assert.deepEqual([await scan.snapshots(), (await scan.row())!.checked_at], [[], null]);
    faulty = false;
    await scan.end(outcome);
    const [{ result, ...seen }] = heard as [Scanned];
    assert.deepEqual([seen, heard.length], [{ accountId: ACCOUNT, domainId: ID, name: 'healthy.example', at: Date.parse(result.timestamp), runId: 'run_a' }, 1]);
  });

  test('at a domain that was deleted meanwhile keeps nothing and is not heard of', async () => {
    const store = await open();
    const heard: Scanned[] = [];
    const scan = await setUp(store, { name: 'healthy.example', hear: async seen => { heard.push(seen); } });
    const outcome = await scan.work();
    await allTables(store.db).deleteFrom('domain').execute();
    await scan.end(outcome);
    assert.deepEqual([await scan.snapshots(), heard], [[], []]);
    assert.deepEqual(await scan.work(), { status: 'completed', result: null });
  });

  test('that its time has brought needs no stage of its own to begin', async () => {
    const scan = await setUp(await open(), { name: 'healthy.example', trigger: 'schedule' });
    await scan.work();
    assert.deepEqual(scan.progress, []);
  });
});
