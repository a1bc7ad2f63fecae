import { setTimeout as sleep } from 'node:timers/promises';
import { isWithin, registeredDomain } from '../../../../core/domain-name.ts';
import type { Db } from '../../../../store/index.ts';
import type { CheckSession } from '../../../domains/check/index.ts';
import { findDomain } from '../../../domains/inventory/index.ts';
import { defineRun, type RunWork } from '../../../run-kind.ts';
import { sha256Of } from '../../../../core/outside/blobs.ts';
import { loadBrand } from '../store/brand.ts';
import { keep as keepLearnt } from '../store/keep.ts';
import { similarityOf } from '../store/similarity.ts';
import type { EvidenceServices } from './services.ts';
import { compare, keepRegistry, keepShot, captureDns, capturePage, captureTls, unknown, type StepResult } from './steps.ts';
import { manifestText, type Item, type StepName, type StepOutcome, type Manifest, type SimilaritySeen } from './manifest.ts';
import { insertEvidence, lastEvidence, referTo } from './store.ts';

/** The name to be captured, in A-labels. */
export interface CaptureInput {
  name: string;
}

interface State {
  /** Of the evidence to be. */
  id: string;
  stage: number;
  startedAt: string;
  items: Item[];
  looks: StepOutcome[];
  addresses: string[];
  /** Where the page ended. */
  url: string | null;
  similarity: SimilaritySeen | null;
}

type Work = RunWork<EvidenceServices, CaptureInput, State>;
type Changed = StepResult & Partial<Pick<State, 'addresses' | 'url' | 'similarity'>>;
/** One step; `domain` is the user's own. */
type Stage = (given: { run: Work; domain: string; state: State }) => Promise<Changed>;

const MAX_SOURCE = 2048;
const NOTHING = { candidate: null, own: null };
const PROBE_MS = 30_000;
const SHOT_MS = 90_000;
/** A sweep that has died is taken up by another worker in less. */
const MOST_TRIES = 300;
const TRY_EACH_MS = 200;

/** Takes down all that can be seen of a name at this moment, compares it with the user's own site, and signs it. */
export const lookalikeCapture = defineRun<CaptureInput>()({
  kind: 'lookalikeCapture',
  scope: 'vulnscan',
  resultAt: ({ id }) => `/api/domains/${id}/lookalike-evidence`,
});

export const doLookalikeCapture = lookalikeCapture.handledBy<EvidenceServices, State>(async run => {
  const { clock, newId, db } = run.services;
  const row = await findDomain(db, run.accountId, run.subject.id);
  if (!row) return { status: 'completed', result: null };
  const state: State = run.state ?? { id: newId('evd'), stage: 0, startedAt: iso(clock.now()), items: [], looks: [], addresses: [], url: null, similarity: null };
  for (const [name, stage] of stages.slice(state.stage)) {
    await run.commit({ state, progress: { done: state.stage, total: stages.length, step: name } });
    const { seen, outcomes, ...changed } = await stage({ run, domain: row.name, state });
    run.signal.throwIfAborted();
    const items = await keep(run, state.id, name, seen);
    Object.assign(state, changed, { stage: state.stage + 1, items: state.items.concat(items), looks: state.looks.concat(outcomes) });
    await run.commit({ state, progress: { done: state.stage, total: stages.length, step: null }, events: [{ name: 'look', data: { look: name, outcomes } }] });
  }
  const unknowns = state.looks.filter(({ state }) => state === 'unknown').length;
  return {
    status: unknowns > 0 ? 'partial' : 'completed',
    result: { evidence: state.id, items: state.items.length, unknown: unknowns },
    change: tx => finish(tx, run, row.name, state),
  };
});

const stages: readonly [name: StepName, stage: Stage][] = [
  ['dns', ({ run }) => clients(run, ({ clients }) => captureDns(run.input.name, clients))],
  ['registration', ({ run }) => clients(run, async ({ clients: { registry } }, signal) => {
    const registered = registeredDomain(run.input.name) ?? run.input.name;
    return keepRegistry('registration', registered, await registry.find(registered, signal));
  })],
  ['network', ({ run, state: { addresses: [address] } }) => within(run, PROBE_MS, async signal => {
    if (address === undefined) return unknown('network', 'no address of the name is known');
    return keepRegistry('network', address, await run.services.capture.network(address, signal));
  })],
  ['tls', ({ run }) => clients(run, ({ clients }, signal) => captureTls(run.input.name, clients, signal))],
  ['web', ({ run }) => within(run, PROBE_MS, signal => capturePage('web', run.input.name, run.services.capture.fetch, signal))],
  ['screenshot', ({ run, state: { url } }) => within(run, SHOT_MS, async signal => {
    return url === null ? unknown('screenshot', 'no page answered') : keepShot('screenshot', await run.services.capture.shoot(url, signal));
  })],
  ['ownPage', ({ run, domain }) => within(run, PROBE_MS, async signal => {
    const { seen, outcomes } = await capturePage('ownPage', domain, run.services.capture.fetch, signal);
    return { seen, outcomes };
  })],
  ['ownScreenshot', ({ run, domain, state: { items } }) => within(run, SHOT_MS, async signal => {
    const url = items.find(({ name }) => name === 'own-page.html')?.source;
    return url === undefined ? unknown('ownScreenshot', `no page of ${domain} answered`) : keepShot('ownScreenshot', await run.services.capture.shoot(url, signal));
  })],
  ['similarity', async ({ run, domain, state: { items, url } }) => {
    const leadsHome = url !== null && isWithin(new URL(url).hostname, domain);
    const read = async (wanted: string) => {
      const item = items.find(({ name }) => name === wanted);
      return item ? await run.services.blobs.get(item.sha256) : null;
    };
    const [page, own, shot, ownShot] = await Promise.all(['web-page.html', 'own-page.html', 'web-screenshot.png', 'own-screenshot.png'].map(read));
    const similarity = leadsHome ? compare(NOTHING, NOTHING) : compare({ candidate: page!, own: own! }, { candidate: shot!, own: ownShot! });
    const known = similarity.tlsh.figure !== null && similarity.perceptual.figure !== null;
    const { outcomes } = unknown('similarity', leadsHome ? `it leads its visitors to ${domain} itself` : 'a page or a screenshot to compare with is not known, or is too small');
    return { seen: [], similarity, outcomes: known ? [{ look: 'similarity', state: 'seen', cause: null }] : outcomes };
  }],
];

/** Work that ends with the run, or after `ms`. */
function within<T>({ signal }: Work, ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return work(AbortSignal.any([signal, AbortSignal.timeout(ms)]));
}

function clients<T>(run: Work, work: (session: CheckSession, signal: AbortSignal) => Promise<T>): Promise<T> {
  return within(run, PROBE_MS, async signal => {
    const session = run.services.open(signal, 'check');
    try {
      return await work(session, signal);
    } finally {
      session.close();
    }
  });
}

/** Says that the bytes are needed before they are put there: anyone who removes what nobody needs then leaves them. Where that is being done, it waits for the end of it. */
async function keep({ services: { store, blobs, clock }, subject, signal }: Work, id: string, step: StepName, seen: StepResult['seen']): Promise<Item[]> {
  const items = seen.map(({ bytes, ...item }): Item => ({ look: step, ...item, source: item.source.slice(0, MAX_SOURCE), bytes: bytes.length, sha256: sha256Of(bytes), at: iso(clock.now()) }));
  const hashes = items.map(({ sha256 }) => sha256);
  for (let tries = 1; !await store.transaction(tx => referTo(tx, { id, domainId: subject.id }, hashes, clock.now())); tries++) {
    if (tries === MOST_TRIES) throw new Error('The same bytes are being removed, and that does not come to an end.');
    await sleep(TRY_EACH_MS, undefined, { signal });
  }
  for (const { bytes } of seen) await blobs.put(bytes);
  return items;
}

/** The candidate is judged by the comparison at once: what is known of it and its newest evidence that could be compared never differ. */
async function finish(tx: Db, { services, accountId, subject, input }: Work, domain: string, { id, startedAt, items, looks: steps, similarity }: State): Promise<void> {
  const { clock, evidenceKey, program } = services;
  const brand = await loadBrand(tx, subject.id);
  const measured = similarityOf(similarity!);
  if (brand && measured) await keepLearnt(tx, services, brand, [{ name: input.name, similarity: measured }], clock.now());
  const last = await lastEvidence(tx, subject.id, input.name);
  const manifest: Manifest = {
    format: 'dss-evidence', version: 1, id, candidate: input.name, domain, sequence: (last?.seq ?? 0) + 1, previous: last ? sha256Of(last.manifest) : null,
    startedAt, endedAt: iso(clock.now()), program: { name: 'domain-security-service', version: program.version }, looks: steps, items, similarity: similarity!, publicKey: evidenceKey.publicKey,
  };
  const text = manifestText(manifest);
  await insertEvidence(tx, { id, account_id: accountId, domain_id: subject.id, name: input.name, seq: manifest.sequence, captured_at: clock.now(), manifest: text, signature: evidenceKey.sign(text) });
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
