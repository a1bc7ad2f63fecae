import type { CollectContext } from '../../../checks/check.ts';
import type { Clock } from '../../../core/clock.ts';
import { parseDomain } from '../../../core/domain-name.ts';
import { Problem } from '../../../core/problem.ts';
import { checkupRecords, type Depth } from '../../../checks/index.ts';
import { present, type Reply } from './analyze.ts';
import { collectAll, type Known, type OnFacts, type CheckRequest } from './collect.ts';
import type { CheckResult, CheckupResult } from './shapes.ts';
import { nextActionsOf, verdictOf } from './verdict.ts';

/** The clients of one run, and what they cost. */
export interface CheckSession {
  clients: Omit<CollectContext, 'facts' | 'domain' | 'signal' | 'clock' | 'random'>;
  /** Questions that the recursive resolver was asked. */
  questions(): number;
  /** Whether any configured resolver replied to any of them. */
  resolverAnswered(): boolean;
  close(): void;
}

/** What one run needs of the outside. */
export interface CheckServices {
  clock: Clock;
  random: () => number;
  /** Opens a fresh session; every question it asks ends when `signal` fires. */
  open(signal: AbortSignal, depth: Depth): CheckSession;
  /** Ends the run early, such as on Ctrl-C. */
  signal?: AbortSignal;
  onFacts?: OnFacts;
}

/** Time of the whole; what is not answered by then is reported as failed. */
const DEADLINE_MS: Readonly<Record<Depth, number>> = { check: 10_000, checkup: 20_000 };
/** When a caller may try again: resolvers that fail are asked again after a few seconds. */
const RESOLVER_RETRY_SECONDS = 10;

/** Checks `input` with what is `known` of it; throws `Problem` for a name that is none and when no resolver answers at all. */
export function runCheck(context: CheckServices, input: string, known: Known = {}): Promise<CheckResult> {
  return run(context, { ...known, depth: 'check' }, input);
}

/** The check and all that takes longer, with a verdict in plain words; throws as `runCheck` does. */
export async function runCheckup(context: CheckServices, input: string, known: Known = {}): Promise<CheckupResult> {
  const result = await runInDepth(context, input, known);
  return { ...result, verdict: verdictOf(result), nextActions: nextActionsOf(result) };
}

/** The checkup without its verdict. Where all that only it covers is remembered, it takes no longer than the check; throws as `runCheck` does. */
export function runInDepth(context: CheckServices, input: string, known: Known): Promise<Reply<'checkup'>> {
  return run(context, { ...known, depth: 'checkup' }, input);
}

async function run<Of extends Depth>(context: CheckServices, request: CheckRequest<Of>, input: string): Promise<Reply<Of>> {
  const { depth, profile: _, remembered = {}, ...known } = request;
  const takes = depth === 'checkup' && checkupRecords.some(record => !(record in remembered)) ? 'checkup' : 'check';
  const domain = nameOf(input);
  const startedMs = context.clock.monotonicMs();
  const timestamp = new Date(context.clock.now()).toISOString();
  const signal = AbortSignal.any([AbortSignal.timeout(DEADLINE_MS[takes]), ...(context.signal ? [context.signal] : [])]);
  const session = context.open(signal, takes);
  try {
    const { clock, random } = context;
    const facts = await collectAll({ ...session.clients, ...known, domain, signal, clock, random }, { depth, remembered }, context.onFacts);
    context.signal?.throwIfAborted();
    if (!session.resolverAnswered()) throw new Problem('resolver_unavailable', 'None of the configured DNS resolvers answers. Check the network and DSS_DNS_SERVERS.', {}, RESOLVER_RETRY_SECONDS);
    return present(facts, request, { timestamp, durationMs: Math.round(context.clock.monotonicMs() - startedMs), questions: session.questions() });
  } finally {
    session.close();
  }
}

function nameOf(input: string): string {
  const parsed = parseDomain(input);
  if (!parsed.ok) throw refusalOf(parsed);
  return parsed.domain;
}

/** The refusal of a name that is no bare domain name; null for one that is. */
export function invalidDomain(input: string): Problem | null {
  const parsed = parseDomain(input);
  return parsed.ok ? null : refusalOf(parsed);
}

function refusalOf({ reason, suggestion }: ReturnType<typeof parseDomain> & { ok: false }): Problem {
  const hint = suggestion ? ` Did you mean ${suggestion}?` : '';
  return new Problem('invalid_domain', reason + hint, suggestion ? { suggestion } : {});
}
