import { setTimeout as delay } from 'node:timers/promises';
import type { Engine, EngineMeans } from '../../../engine.ts';
import { RememberedProofs } from '../kinds/proofs.ts';
import { beyondOthers } from '../kinds/targets-of-others.ts';
import { tryCheck, type Tried } from '../kinds/try.ts';
import { OurSide } from '../machine/our-side.ts';
import type { Machine } from '../machine/step.ts';
import type { NewResult } from '../results/advanced.ts';
import { keepResults } from '../results/keep.ts';
import type { ChecksServices } from '../services.ts';
import { definitionOf, type CheckRow } from '../spec.ts';
import { claimDue, nextDue, type Claimed } from './claim.ts';
import { Turns } from './turns.ts';

const POLL_MS = 500;
/** As long as nothing is due: a new check of another process begins so much late at most. */
const IDLE_POLL_MS = 5000;
/** Taken so much before their time, checks begin on time. */
const AHEAD_MS = 1000;
const CLAIMS_AT_ONCE = 500;
const RESULTS_AT_ONCE = 500;
/** Results that wait for a database that does not answer. */
const MAX_WAITING = 20_000;

interface Done extends NewResult {
  row: CheckRow;
}

/** Does what is due in this process. `turn` takes what is due and keeps what has come; whoever drives it decides when. */
export class CheckEngine {
  readonly #means: Omit<EngineMeans<ChecksServices>, 'report'>;
  readonly #turns = new Turns();
  readonly #ourSide = new OurSide();
  readonly #proofs: RememberedProofs;
  readonly #running = new Set<Promise<void>>();
  #done: Done[] = [];
  /** How late each check began, in milliseconds; for whoever measures. */
  onBegun: (lateMs: number) => void = () => {};

  constructor(means: Omit<EngineMeans<ChecksServices>, 'report'>) {
    this.#means = means;
    const { db, clock } = means.services;
    this.#proofs = new RememberedProofs(db, () => clock.now());
  }

  /** Takes what is due within `aheadMs`; each begins at its own time, and none waits for another. Gives how many there were. */
  async take(aheadMs = AHEAD_MS): Promise<number> {
    const { services: { store, plans, clock } } = this.#means;
    const now = clock.now();
    const max = Math.min(CLAIMS_AT_ONCE, this.#turns.free);
    if (max === 0) return 0;
    const claimed = await store.transactionOfFigures(tx => claimDue(tx, { plans, dialect: store.dialect }, { now, until: now + aheadMs, max }));
    for (const one of claimed) {
      const running = this.#begin(one).catch((error: unknown) => this.#note(one, unknownBecause(error, this.#means.services.clock.now()))).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
    return claimed.length;
  }

  /** Keeps the results that have come, in the order of their coming. */
  async keep(): Promise<void> {
    const { services } = this.#means;
    while (this.#done.length > 0) {
      const batch = [...new Map(this.#done.slice(0, RESULTS_AT_ONCE).toReversed().map(one => [one.checkId, one])).values()];
      const now = services.clock.now();
      for (const { row, result } of batch) if (isBelievedUp(row)) this.#ourSide.note({ host: row.host, cause: result.outcome === 'down' ? result.cause : null, at: now });
      const given = batch.map(one => this.#excused(one, now));
      await services.store.transactionOfFigures(tx => keepResults(tx, services, given, now));
      const kept = new Set(batch);
      this.#done = this.#done.filter(one => !kept.has(one));
    }
  }

  /** How long nothing has to be taken or kept, in milliseconds. */
  async idleMs(): Promise<number> {
    if (this.#running.size > 0 || this.#done.length > 0) return POLL_MS;
    const { db, clock } = this.#means.services;
    const due = await nextDue(db);
    return due === null ? IDLE_POLL_MS : Math.min(Math.max(due - AHEAD_MS - clock.now(), POLL_MS), IDLE_POLL_MS);
  }

  /** Waits for what is under way. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async #begin(claimed: Claimed): Promise<void> {
    const { clock } = this.#means.services;
    const { row, slot } = claimed;
    const waitMs = slot - clock.now();
    if (waitMs > 0) await delay(waitMs, undefined, { signal: this.#means.signal, ref: false });
    if (this.#means.signal.aborted) return;
    this.onBegun(clock.now() - slot);
    if (row.kind === 'push') return this.#note(claimed, missing(clock.now()));
    const leave = this.#turns.enter(row.account_id);
    if (leave === null) return this.#note(claimed, unknownBecause(new Error('Too many checks of the account are running at once.'), clock.now()));
    try {
      this.#note(claimed, await this.#try(row));
    } finally {
      leave();
    }
  }

  async #try(row: CheckRow): Promise<Tried> {
    const { signal, servicesOf } = this.#means;
    const services = await servicesOf(row.account_id);
    const definition = definitionOf(row, services);
    const [isMail, proofs] = [row.role === 'mail', this.#proofs.of(row.account_id)];
    if (beyondOthers({ ...definition, isMail }) !== null && !await proofs.isOwn(row.host)) return unknownBecause(new Error('The ownership of the target is not proven, or no longer. Prove it to resume the check.'), services.clock.now());
    return tryCheck(services, definition, { isMail, proofs }, signal);
  }

  #note({ row, slot, next }: Claimed, { result, error, tlsExpiresAt, seen }: Omit<Tried, 'seen'> & { seen: Tried['seen'] | null }): void {
    // What was cut off by the end of the process says nothing.
    if (this.#means.signal.aborted || this.#done.length >= MAX_WAITING) return;
    this.#done.push({ checkId: row.id, slot, dueAt: next, version: row.version, result, error, tlsExpiresAt, seen, row });
  }

  #excused(done: Done, now: number): NewResult {
    const { row: _, ...given } = done;
    const { result } = given;
    return result.outcome === 'down' && this.#ourSide.explains(result.cause, now) ? { ...given, result: { ...result, outcome: 'unknown', cause: 'ourSide' }, seen: null } : given;
  }
}

/** Checks of this installation, done by every process that works. */
export const checkEngine: Engine<ChecksServices> = {
  name: 'custom checks',
  async run({ report, ...means }) {
    const engine = new CheckEngine(means);
    let failing = false;
    const doing = async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work();
        failing = false;
      } catch (error) {
        if (!failing && !means.signal.aborted) report(error, 'custom checks');
        failing = true;
      }
    };
    while (!means.signal.aborted) {
      await doing(async () => { while (await engine.take() === CLAIMS_AT_ONCE); });
      await doing(() => engine.keep());
      let waitMs = POLL_MS;
      await doing(async () => { waitMs = await engine.idleMs(); });
      await delay(waitMs, undefined, { signal: means.signal, ref: false }).catch(() => {});
    }
    await doing(() => engine.keep());
  },
};

function isBelievedUp({ machine }: CheckRow): boolean {
  return (JSON.parse(machine) as Partial<Machine>).base === 'up';
}

function missing(at: number): Omit<Tried, 'seen'> & { seen: null } {
  return { result: { at, outcome: 'down', cause: 'missing', durationMs: null, status: null }, error: 'The job has not reported in time.', tlsExpiresAt: null, seen: null };
}

function unknownBecause(error: unknown, at: number): Tried {
  const { message } = error as Error;
  const seen = { at: new Date(at).toISOString(), outcome: 'unknown' as const, durationMs: null, status: null, cause: null, error: message, address: null, tlsExpiresAt: null, phases: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: 0 }, conditions: [], reply: null };
  return { result: { at, outcome: 'unknown', cause: null, durationMs: null, status: null }, error: message, tlsExpiresAt: null, seen };
}
