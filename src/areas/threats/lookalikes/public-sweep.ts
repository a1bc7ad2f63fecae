import type { BulkServices } from '../../../core/outside/bulk-lookup.ts';
import type { Clock } from '../../../core/clock.ts';
import { Problem } from '../../../core/problem.ts';
import { firstNamesFor } from './names.ts';
import { likenessTo } from './score/likeness.ts';
import { scoreOf } from './score/score.ts';
import type { Facts } from './state/observe.ts';
import { resolveInBulk, resolveNames, type DnsSeen, type Presence } from './sweep/dns.ts';

/** What visitors learn of the likeliest lookalikes of a domain. */
export interface PublicSweep {
  domain: string;
  /** Epoch milliseconds. */
  at: number;
  /** How many names were looked up, and of how many nothing could be learnt. */
  names: number;
  unknown: number;
  registered: readonly { name: string; kind: string; addresses: readonly string[]; mail: boolean | null; risk: number }[];
}

/** How many names are looked up for a visitor. */
export const PUBLIC_NAMES = 300;
const NAMES_PER_BATCH = 50;
const BUDGET_MS = 2000;
/** The share of it that is for the names; what is left is for those that are registered. */
const NAMES_SHARE = 0.7;
const KEPT_MS = 3_600_000;
const MOST_KEPT = 500;
/** Checks at once, each of some hundred questions. */
const MOST_UNDER_WAY = 8;
const RETRY_SECONDS = 10;

/** Checks the likeliest lookalikes of domains, `budgetMs` long at most; what was learnt of one is given again for an hour, and to everybody who asks meanwhile. */
export function createPublicSweeps({ bulkLookup, wildcards, clock, budgetMs = BUDGET_MS }: BulkServices & { clock: Clock; budgetMs?: number }): (domain: string, signal: AbortSignal) => Promise<PublicSweep> {
  const kept = new Map<string, { untilMs: number; sweep: Promise<PublicSweep> }>();
  let underWay = 0;
  return domain => {
    const known = kept.get(domain);
    if (known && known.untilMs > clock.now()) return known.sweep;
    // The questions of visitors and those of sweeps go to the same resolvers.
    if (underWay >= MOST_UNDER_WAY) return Promise.reject(new Problem('overloaded', 'Many domains are checked at this moment. Try again in a few seconds.', {}, RETRY_SECONDS));
    underWay++;
    const sweep = sweepFor(domain, { bulkLookup, wildcards }, clock, budgetMs).finally(() => { underWay--; });
    kept.delete(domain);
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!);
    kept.set(domain, { untilMs: clock.now() + KEPT_MS, sweep });
    // What failed, or is known in part, is not kept: the next visitor may have more luck.
    const forget = () => { if (kept.get(domain)?.sweep === sweep) kept.delete(domain); };
    sweep.then(({ unknown }) => { if (unknown > 0) forget(); }, forget);
    return sweep;
  };
}

async function sweepFor(domain: string, bulk: BulkServices, clock: Clock, budgetMs: number): Promise<PublicSweep> {
  const all = firstNamesFor(domain, PUBLIC_NAMES);
  const portions = Array.from({ length: Math.ceil(all.length / NAMES_PER_BATCH) }, (_, at) => all.slice(at * NAMES_PER_BATCH, (at + 1) * NAMES_PER_BATCH));
  const whole = AbortSignal.timeout(budgetMs);
  const naming = AbortSignal.any([whole, AbortSignal.timeout(budgetMs * NAMES_SHARE)]);
  const presences = await Promise.all(portions.map(async portion => resolveInBulk(portion.map(({ name }) => name), { ...bulk, signal: naming }).catch(() => portion.map(() => nothingLearnt))));
  const found = presences.flat();
  const unknown = found.filter(({ presence }) => presence === 'unknown').length;
  if (unknown === all.length && unknown > 0) throw new Problem('resolver_unavailable', 'None of the names could be looked up in time. Try again in a while.', {}, RETRY_SECONDS);
  const made = all.filter((_, at) => found[at]!.presence === 'made');
  const further = made.length === 0 ? [] : await resolveNames(made.map(({ name }) => name), { ...bulk, signal: whole }).catch(() => made.map((): DnsSeen => ({ seen: {}, details: {} })));
  const brand = { likeness: likenessTo(domain), createdAt: null, isOwn: () => false };
  const registered = made.map(({ name, kind }, at) => {
    const { seen, details } = further[at]!;
    const facts: Facts = { registered: ['registered'], ...seen };
    const { risk } = scoreOf({ name, facts, review: 'new', createdAt: null, certifiedAt: null, similarity: null, streamOnly: false }, brand, clock.now());
    return { name, kind, addresses: details.addresses ?? [], mail: facts.mail ? facts.mail.length > 0 : null, risk };
  });
  return { domain, at: clock.now(), names: all.length, unknown, registered: registered.toSorted((a, b) => b.risk - a.risk) };
}

const nothingLearnt: { presence: Presence; nameservers: readonly string[] } = { presence: 'unknown', nameservers: [] };
