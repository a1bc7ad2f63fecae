import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLab } from '../../../../../lab/index.ts';
import type { Lab } from '../../../../../lab/types.ts';
import { outsideOfLab } from '../../../../app/commands/demo.ts';
import { composeCapture, composeCheck } from '../../../../app/compose.ts';
import { createBlobs } from '../../../../core/outside/blobs.ts';
import { createNewId } from '../../../../core/ids.ts';
import type { Store } from '../../../../store/index.ts';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import { chromium, withoutChromium } from '../../../../wire/browser/testing.ts';
import { createFolderBackend } from '../../../../wire/blobs/folder.ts';
import { insertDomains } from '../../../domains/inventory/store.ts';
import type { RunWork } from '../../../run-kind.ts';
import type { EvidenceServices } from './services.ts';
import { createEvidenceKey, Manifest } from './manifest.ts';
import { packageOf } from './package.ts';
import { doLookalikeCapture, type CaptureInput } from './run.ts';
import { lookalikesTexts } from '../texts.ts';
import { evidenceBefore, referTo, type EvidenceRow } from './store.ts';
import { sweepEvidence } from './sweep.ts';
import { loadBrand } from '../store/brand.ts';
import { keep } from '../store/keep.ts';
import { similaritiesOf } from '../store/similarity.ts';
import { bitsOf } from '../state/words.ts';
import { unzip } from './unzip.ts';
import { verifyPackage, type Files } from './verify.ts';
import { inEnglish, speak } from '../../../../../test/speaking.ts';
import { allTables } from '../../../../../test/tables.ts';

const [OWN, CLONE] = ['harborbank.example', 'harborbank-login.example'];
const HOUR_MS = 3_600_000;
const never = new AbortController().signal;

let lab: Lab;
let folder: string;
before(async () => {
  lab = await startLab();
  folder = mkdtempSync(join(tmpdir(), 'dss-evidence-'));
});
after(async () => {
  await lab.stop();
  rmSync(folder, { recursive: true });
});

/** An account with one domain, and captures in the hands of a worker. */
async function setUp(store: Store, { browser = null as string | null } = {}) {
  await allTables(store.db).insertInto('account').values({ id: 'acc_a', name: 'Example', plan: 'pro', operator: 1, settings: '{}', settings_version: 0, created_at: 0, delete_after: null }).execute();
  await insertDomains(store.db, [{ id: 'dom_a', account_id: 'acc_a', name: OWN, due_at: null, created_at: 0, tags: [] }]);
  const outside = outsideOfLab(lab);
  const blobs = createBlobs(createFolderBackend({ folder, randomBytes }));
  const services = {
    ...composeCheck(outside), db: store.db, store, clock: store.clock, newId: createNewId(store.clock, randomBytes), blobs, evidenceKey: createEvidenceKey('secret'), program: { version: '1.0.0' }, speak, queue: { add: () => Promise.resolve() },
    capture: composeCapture(outside, { find: () => browser, root: process.getuid?.() === 0, home: tmpdir(), log: () => {} }),
  } as unknown as EvidenceServices;
  const states: unknown[] = [];
  const work = async (name: string, { state, dieAfter = Infinity }: { state?: unknown; dieAfter?: number } = {}): Promise<EvidenceRow> => {
    const run = {
      id: 'run_a', accountId: 'acc_a', subject: { type: 'domain', id: 'dom_a', label: OWN }, trigger: 'manual', input: { name }, state: state ?? null, services, signal: never, tell: () => {},
      commit: (stage: { state: unknown }) => {
        states.push(structuredClone(stage.state));
        return states.length > dieAfter ? Promise.reject(new Error('killed')) : Promise.resolve();
      },
    } as unknown as RunWork<EvidenceServices, CaptureInput, never>;
    const { change } = await doLookalikeCapture.work(run);
    await store.transaction(async tx => change?.(tx));
    return allTables(store.db).selectFrom('lookalike_evidence').selectAll().where('name', '=', name).orderBy('seq', 'desc').executeTakeFirstOrThrow();
  };
  const unpacked = async (row: EvidenceRow): Promise<Files> => {
    const print = () => Promise.resolve({ outcome: 'unavailable', cause: '' } as const);
    return unzip(await packageOf(row, await evidenceBefore(store.db, row), { blobs, print, reporter: { organization: 'Example', email: 'owner@harborbank.example' }, texts: inEnglish(lookalikesTexts), signal: never })) as Files;
  };
  return { work, unpacked, states, services, blobs };
}

const manifestOf = (row: EvidenceRow) => Manifest.parse(JSON.parse(row.manifest));
const stepsOf = (row: EvidenceRow) => Object.fromEntries(manifestOf(row).looks.map(({ look: step, state }) => [step, state]));

onEachDatabase('evidence of a lookalike', (open, dialect) => {
  const clock = testClock();
  test('holds every lookup, what failed with its cause, and a package that verifies', async () => {
    const { work, unpacked } = await setUp(await open());
    const row = await work(CLONE);
    assert.deepEqual(stepsOf(row), { dns: 'seen', registration: 'seen', network: 'seen', tls: 'seen', web: 'seen', screenshot: 'unknown', ownPage: 'seen', ownScreenshot: 'unknown', similarity: 'unknown' });
    assert.match(manifestOf(row).looks.find(({ look: step }) => step === 'screenshot')!.cause!, /no Chromium here/);
    const files = await unpacked(row);
    const verdict = verifyPackage(files, createEvidenceKey('secret').publicKey);
    assert.ok(verdict.ok, JSON.stringify(verdict));
    assert.deepEqual(verdict.unsigned.toSorted(), ['README.txt', 'contacts.json', 'report.html', 'x-arf.json']);
    const contacts = JSON.parse(Buffer.from(files.get('contacts.json')!).toString()) as { contacts: { email: string }[] };
    assert.deepEqual(contacts.contacts.map(({ email }) => email), ['abuse@registrar.lab', 'abuse@hosting.lab']);
    const xArf = JSON.parse(Buffer.from(files.get('x-arf.json')!).toString()) as Record<string, unknown>;
    assert.partialDeepStrictEqual(xArf, { xarf_version: '4.2.0', category: 'content', domain: CLONE, target_brand: OWN, reporter: { org: 'Example', contact: 'owner@harborbank.example', domain: OWN } });
    for (const member of ['report_id', 'timestamp', 'sender', 'source_identifier', 'type', 'url']) assert.ok(member in xArf, member);
    assert.match(Buffer.from(files.get('report.html')!).toString(), new RegExp(`Evidence: ${CLONE}`));
  });

  test('is what the lookalike is judged by at once, so that both show the same figures', async () => {
    const store = await open();
    const { work, services } = await setUp(store);
    const brand = (await loadBrand(store.db, 'dom_a'))!;
    const before = { name: CLONE, named: { kind: 'combo', sources: bitsOf(['permutation']), wasFree: false }, similarity: { tlsh: 300, image: 4, favicon: true } };
    await store.transaction(tx => keep(tx, services, brand, [before], store.clock.now()));
    const nothing = { candidate: null, own: null, figure: null };
    const compared = { tlsh: { candidate: 'T1A', own: 'T1B', figure: 12 }, ssdeep: nothing, perceptual: nothing, difference: nothing, average: nothing };
    const { similarity: { tlsh, perceptual } } = manifestOf(await work(CLONE, { state: { id: 'evd_a', stage: 9, startedAt: new Date(0).toISOString(), items: [], looks: [], addresses: [], url: null, similarity: compared } }));
    const { similarity } = await allTables(store.db).selectFrom('lookalike').select('similarity').executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(similarity!), { tlsh: tlsh.figure, image: perceptual.figure, favicon: null });
  });

  test('that could not be compared leaves what was measured before, also in the sweeps that follow', async () => {
    const store = await open();
    const { work, services } = await setUp(store);
    const brand = (await loadBrand(store.db, 'dom_a'))!;
    const NOBODY = 'nobody-has-this.example';
    const similarity = { tlsh: 20, image: 4, favicon: null };
    await store.transaction(tx => keep(tx, services, brand, [{ name: NOBODY, named: { kind: 'combo', sources: bitsOf(['permutation']), wasFree: false }, similarity }], store.clock.now()));
    await work(NOBODY);
    const row = await allTables(store.db).selectFrom('lookalike').select('similarity').executeTakeFirstOrThrow();
    assert.deepEqual([JSON.parse(row.similarity!), await similaritiesOf(store.db, 'dom_a', [NOBODY])], [similarity, new Map()]);
  });

  test('is a chain: each names the one before, and one that goes on after a crash has each item once', async () => {
    const { work, unpacked, states } = await setUp(await open());
    const first = await work(CLONE);
    states.length = 0;
    await assert.rejects(work(CLONE, { dieAfter: 6 }), /killed/);
    const second = await work(CLONE, { state: states[5] });
    const { items, previous, sequence } = manifestOf(second);
    assert.equal(new Set(items.map(({ name }) => name)).size, items.length);
    assert.deepEqual([sequence, previous !== null, second.seq, first.seq], [2, true, 2, 1]);
    assert.deepEqual(Object.keys(stepsOf(second)).length, 9);
    const verdict = verifyPackage(await unpacked(second));
    assert.ok(verdict.ok && verdict.earlier === 1, JSON.stringify(verdict));
  });

  test('of a name that leads to the own site is compared with nothing, and reported to nobody', async () => {
    const { work, unpacked } = await setUp(await open());
    const row = await work('harborbank-online.example');
    assert.match(manifestOf(row).looks.find(({ look: step }) => step === 'similarity')!.cause!, /leads its visitors to harborbank\.example itself/);
    assert.equal(manifestOf(row).similarity.ssdeep.figure, null);
    assert.ok(!(await unpacked(row)).has('x-arf.json'));
  });

  test('of a name that nobody has says so, and what could not be determined stays unknown', async () => {
    const { work, unpacked } = await setUp(await open());
    const row = await work('nobody-has-this.example');
    const steps = stepsOf(row);
    assert.deepEqual([steps['dns'], steps['registration'], steps['network'], steps['web'], steps['screenshot']], ['absent', 'absent', 'unknown', 'unknown', 'unknown']);
    for (const { state, cause } of manifestOf(row).looks) assert.ok(state !== 'unknown' || (cause ?? '') !== '');
    const files = await unpacked(row);
    assert.ok(verifyPackage(files).ok && !files.has('x-arf.json'));
  });

  test('goes with its domain, bytes included, but for those that others need', async () => {
    const store = await open(clock);
    const { work, services, blobs } = await setUp(store);
    const row = await work(CLONE);
    const [shared, ...others] = [...new Set(manifestOf(row).items.map(({ sha256 }) => sha256))];
    await insertDomains(store.db, [{ id: 'dom_b', account_id: 'acc_a', name: 'other.example', due_at: null, created_at: 0, tags: [] }]);
    await allTables(store.db).insertInto('evidence_blob').values({ sha256: shared!, evidence_id: 'evd_b', domain_id: 'dom_b' }).execute();
    await allTables(store.db).deleteFrom('domain').where('id', '=', 'dom_a').execute();
    clock.advance(2 * HOUR_MS);
    await sweepEvidence.handle({ payload: {}, services, signal: never } as never);
    assert.deepEqual(await allTables(store.db).selectFrom('lookalike_evidence').select('id').execute(), []);
    assert.deepEqual((await Promise.all(others.map(hash => blobs.get(hash)))).filter(bytes => bytes !== null), []);
    assert.ok(await blobs.get(shared!));
    assert.deepEqual(await allTables(store.db).selectFrom('evidence_content').select('sha256').execute(), [{ sha256: shared }]);
  });

  test('that is taken while the same bytes are being removed waits for the end of it, and has them', async () => {
    const store = await open(clock);
    const { work, services, blobs, unpacked } = await setUp(store);
    const first = await work(CLONE);
    await allTables(store.db).updateTable('evidence_blob').set({ domain_id: 'dom_gone' }).execute();
    clock.advance(2 * HOUR_MS);
    const [{ promise: marked, resolve: tellMarked }, { promise: goOn, resolve: letGoOn }] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = { ...blobs, delete: (sha256: string) => { tellMarked(); return goOn.then(() => blobs.delete(sha256)); } };
    const sweeping = sweepEvidence.handle({ payload: {}, services: { ...services, blobs: slow }, signal: never } as never);
    await marked;
    const again = work(CLONE);
    await sleep(300);
    letGoOn();
    await sweeping;
    const second = await again;
    assert.deepEqual(second.seq, first.seq + 1);
    assert.ok(verifyPackage(await unpacked(second)).ok);
  });

  test('that was begun before the bytes were to be removed keeps them', async () => {
    const store = await open(clock);
    const { work, services, blobs } = await setUp(store);
    const [item] = manifestOf(await work(CLONE)).items;
    await allTables(store.db).updateTable('evidence_blob').set({ domain_id: 'dom_gone' }).execute();
    clock.advance(2 * HOUR_MS);
    assert.ok(await store.transaction(tx => referTo(tx, { id: 'evd_new', domainId: 'dom_a' }, [item!.sha256], clock.now())));
    await sweepEvidence.handle({ payload: {}, services, signal: never } as never);
    assert.ok(await blobs.get(item!.sha256));
  });

  if (dialect === 'sqlite') {
    test('has screenshots where there is a browser, and says how alike they are', { skip: withoutChromium }, async () => {
      const { work } = await setUp(await open(), { browser: chromium });
      const row = await work(CLONE);
      const { items, similarity } = manifestOf(row);
      assert.deepEqual([stepsOf(row)['screenshot'], stepsOf(row)['ownScreenshot']], ['seen', 'seen']);
      assert.ok(['web-screenshot.png', 'own-screenshot.png', 'web-shown.html'].every(name => items.some(item => item.name === name)));
      assert.equal(typeof similarity.perceptual.figure, 'number');
    });
  }
});
