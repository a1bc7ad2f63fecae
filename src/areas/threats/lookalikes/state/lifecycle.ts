import type { Change, Facts, Subject, Value } from './observe.ts';
import type { CandidateState, LookalikeEventKind, Review } from './words.ts';

/** What happened, with the value of what changed. */
export interface CandidateChange {
  kind: LookalikeEventKind;
  before: Value;
  after: Value;
}

/** What is remembered of a candidate that did harm; epoch milliseconds. */
export interface Past {
  takenDownAt: number | null;
  reEmergedAt: number | null;
}

/** What a probe of a candidate starts from. */
export interface CandidateStatus extends Past {
  facts: Facts;
  state: CandidateState;
  review: Review;
}

const has = (facts: Facts, subject: Subject): boolean => (facts[subject]?.length ?? 0) > 0;
const isActive = (facts: Facts): boolean => has(facts, 'registered') && (has(facts, 'site') || has(facts, 'mail'));
const isHarmful = ({ state, review }: CandidateStatus): boolean => state === 'impersonating' || review === 'malicious' || review === 'takedownSent';

/** What the changes of facts mean, and what is remembered of them. */
export function candidateChangesOf(before: CandidateStatus, facts: Facts, changes: readonly Change[], at: number): { candidateChanges: CandidateChange[]; past: Past } {
  const { takenDownAt, reEmergedAt } = before;
  if (isHarmful(before) && takenDownAt === null && isActive(before.facts) && !isActive(facts)) {
    const [{ before: was, after }] = changes as [Change];
    return { candidateChanges: [{ kind: 'takenDown', before: was, after }], past: { takenDownAt: at, reEmergedAt: null } };
  }
  const candidateChanges = changes.flatMap(change => candidateChangeOf(change, changes) ?? []);
  if (takenDownAt === null || !isActive(facts) || changes.length === 0) return { candidateChanges, past: { takenDownAt, reEmergedAt } };
  const [{ before: was, after }] = changes as [Change];
  return { candidateChanges: [{ kind: 'reEmerged', before: was, after }, ...candidateChanges.filter(({ kind }) => kind !== 'registered')], past: { takenDownAt: null, reEmergedAt: at } };
}

const begins: Partial<Record<Subject, LookalikeEventKind>> = { registered: 'registered', mail: 'mailAdded', site: 'siteUp', parked: 'parked', login: 'loginFormSeen' };
const ends: Partial<Record<Subject, LookalikeEventKind>> = { registered: 'dropped', mail: 'mailRemoved', site: 'siteDown', parked: 'unparked' };
const moves: Partial<Record<Subject, LookalikeEventKind>> = { nameservers: 'nameserversChanged', addresses: 'addressesChanged' };

/** What goes with the registration is not reported by itself. */
function candidateChangeOf({ subject, before, after }: Change, changes: readonly Change[]): CandidateChange | null {
  if (subject !== 'registered' && changes.some(change => change.subject === 'registered' && change.after.length === 0)) return null;
  const kind = kindOf(subject, before, after);
  return kind === undefined ? null : { kind, before, after };
}

function kindOf(subject: Subject, before: Value, after: Value): LookalikeEventKind | undefined {
  if (subject === 'senderPolicy') return after.length > before.length ? 'senderPolicyAdded' : undefined;
  if (before.length === 0) return begins[subject];
  return after.length === 0 ? ends[subject] : moves[subject];
}

/** How far the candidate has come; `impersonates` is the judgement of its content. */
export function stateOf(facts: Facts, { takenDownAt, reEmergedAt }: Past, impersonates: boolean): CandidateState {
  if (takenDownAt !== null) return 'takenDown';
  if (facts.registered === undefined) return 'unknown';
  if (!has(facts, 'registered')) return 'unregistered';
  if (reEmergedAt !== null) return 'reEmerged';
  if (impersonates) return 'impersonating';
  if (has(facts, 'site') && !has(facts, 'parked')) return 'serving';
  if (has(facts, 'mail')) return 'mailCapable';
  return has(facts, 'addresses') ? 'resolving' : 'registered';
}
