import type { EndpointFailure, EndpointSight } from '../../../../core/outside/endpoint-probes.ts';
import type { Condition } from '../conditions/condition.ts';
import { evaluate, type Judged } from '../conditions/evaluate.ts';
import type { Cause, Outcome } from '../machine/outcome.ts';
import type { NewCheck } from '../shapes.ts';

/** What one try comes to. */
export interface Judgement {
  outcome: Outcome;
  cause: Cause | null;
  /** For people; null where all is well. */
  error: string | null;
  conditions: readonly Judged[];
}

const DAY_MS = 86_400_000;

/** Judges what was seen at `now`, by the conditions of the check. Pure. */
export function judge(check: NewCheck, sight: EndpointSight, now: number): Judgement {
  const own = conditionsOf(check);
  const conditions = evaluate(own, sight, now);
  const failure = sight.failure;
  if (failure !== null && causeOf(failure) === null) return { outcome: 'unknown', cause: failure.kind === 'ours' ? 'ourSide' : null, error: failure.cause, conditions };
  const broken = conditions.findIndex(({ holds }) => !holds);
  // A check may be meant to find nothing there: then it says so of `connected` or `rcode`.
  if (failure !== null && !(own.some(({ source }) => source === 'connected') && broken === -1)) return { outcome: 'down', cause: causeOf(failure), error: failure.cause, conditions };
  if (broken !== -1) return { outcome: 'down', cause: own[broken]!.source === 'status' ? 'status' : 'condition', error: said(own[broken]!, conditions[broken]!, check), conditions };
  return { ...degradedBy(check, sight, now), conditions };
}

/** Null where it says nothing of the target. */
function causeOf({ kind }: EndpointFailure): Cause | null {
  return kind === 'ours' || kind === 'unsupported' || kind === 'notAsked' ? null : kind;
}

/** Those of the check with what its kind adds. */
function conditionsOf({ kind, conditions, keyword, keywordAbsent }: NewCheck): readonly Condition[] {
  const isHttp = kind === 'http' || kind === 'keyword' || kind === 'json';
  return [
    ...(isHttp && !conditions.some(({ source }) => source === 'status') ? [{ source: 'status', op: 'gte' as const, value: 200 }, { source: 'status', op: 'lt' as const, value: 400 }] : []),
    ...(kind === 'keyword' && keyword !== null ? [{ source: 'body', op: keywordAbsent ? 'notContains' as const : 'contains' as const, value: keyword }] : []),
    ...(kind === 'dns' && !conditions.some(({ source }) => source === 'dnsAnswer' || source === 'rcode') ? [{ source: 'dnsAnswer', op: 'exists' as const, value: null }] : []),
    ...conditions,
  ];
}

/** What does not hold; what a body has that it should not, or lacks, is not repeated. */
function said({ source }: Condition, { condition, observed }: Judged, { kind }: NewCheck): string {
  if (kind === 'keyword' && source === 'body') return `The text was ${condition.startsWith('body notContains') ? '' : 'not '}found in the reply.`;
  return source === 'body' ? `${condition} does not hold.` : `${condition} does not hold: it is ${observed}.`;
}

function degradedBy({ degradedMs, tlsDays }: NewCheck, { phases, tlsExpiresAt }: EndpointSight, now: number): Omit<Judgement, 'conditions'> {
  if (tlsDays !== null && tlsExpiresAt !== null && tlsExpiresAt - now < tlsDays * DAY_MS) {
    return { outcome: 'degraded', cause: 'certificate', error: `The certificate expires on ${new Date(tlsExpiresAt).toISOString().slice(0, 10)}.` };
  }
  if (degradedMs !== null && phases.totalMs > degradedMs) return { outcome: 'degraded', cause: 'slow', error: `The reply took ${Math.round(phases.totalMs)} ms.` };
  return { outcome: 'up', cause: null, error: null };
}
