import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test, { after, before } from 'node:test';
import { startLab } from '../../../../lab/index.ts';
import type { Lab } from '../../../../lab/types.ts';
import { outsideOfLab } from '../../../app/commands/demo.ts';
import { composeCheck, type Outside } from '../../../app/compose.ts';
import { createNewId } from '../../../core/ids.ts';
import type { RegistryLookup } from '../../../core/outside/probes.ts';
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
import { snapshotOf } from './snapshots/index.ts';
import { insertDomains } from '../inventory/store.ts';
import { fedOf } from '../../../../test/facets.ts';
import { allTables } from '../../../../test/tables.ts';

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
}

/** A domain in the inventory, and a scan of it in the hands of a worker. */
async function setUp(store: Store, { name, outside = outsideOfLab(lab), profile, selectors, hear = () => Promise.resolve(), trigger = 'manual', input = null, account = ACCOUNT, id = ID }: Scanning) {
  await allTables(store.db).insertInto('account').values({ id: account, name: '', plan: 'pro', operator: 0, settings: '{}', settings_version: 0, created_at: 0, delete_after: null }).execute();
  await insertDomains(store.db, [{ id, account_id: account, name, profile, selectors, due_at: null, created_at: 0, tags: [] }]);
  const askedRegistry: string[] = [];
  const { open, ...means } = composeCheck(outside);
  const listening: typeof open = (...given) => {
    const session = open(...given);
    const find: RegistryLookup['find'] = (registered, signal) => (askedRegistry.push(registered), session.clients.registry.find(registered, signal));
    return { ...session, clients: { ...session.clients, registry: { find } } };
  };
  const services = { ...means, open: listening, db: store.db, store, newId: createNewId(store.clock, randomBytes), announce: ((_tx, _announcement, scanned) => hear(scanned as Scanned)) satisfies Announce } as unknown as DomainsServices;
  const reported: string[] = [];
  const progress: RunProgress[] = [];
  const work = () => doDomainScan.work({
    id: 'run_a', accountId: account, subject: { type: 'domain', id, label: name }, trigger, input, state: null, services, signal: new AbortController().signal,
    tell: (_, data) => { reported.push((data as { name: string }).name); },
    commit: stage => { progress.push(stage.progress); return Promise.resolve(); },
  });
  return {
    work, reported, progress, askedRegistry,
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
