import { networkOf } from './network.ts';

/** What can be seen of a candidate. `registered`, `site`, `parked`, `login` and `home` (leads visitors to the owner's own website) hold one word or nothing. */
const subjects = ['registered', 'nameservers', 'addresses', 'mail', 'senderPolicy', 'site', 'parked', 'login', 'home'] as const;
export type Subject = (typeof subjects)[number];

/** Lines in order; none says that the thing is not there. */
export type Value = readonly string[];

/** What is certain. A subject that is left out was never known. Of addresses it holds the networks that they were in. */
export type Facts = Partial<Record<Subject, Value>>;

/** What one probe saw; a subject that could not be checked is left out, and so never counts as gone. */
export type Observation = Partial<Record<Subject, Value>>;

/** What was seen otherwise than it was, and when first (epoch milliseconds). */
export type Pending = Partial<Record<Subject, { value: Value; at: number }>>;

export interface Change {
  subject: Subject;
  before: Value;
  after: Value;
}

/** Two probes agree only if so much time lies between them. */
export const GAP_MS = 60_000;
/** Addresses take turns among so many networks at most; further ones take the place of the oldest. */
const MAX_NETWORKS = 32;

/** What is seen of a name that is not registered. */
export const nothing: Readonly<Record<Subject, Value>> = Object.freeze(Object.fromEntries(subjects.map(subject => [subject, []])) as unknown as Record<Subject, Value>);

/**
 * Facts after one more probe at `at`. What was never known is taken as it is seen; what is seen otherwise than before counts when a
 * second probe, at least `GAP_MS` later, sees the same. The same probe again changes nothing.
 */
export function observe(before: { facts: Facts; pending: Pending }, seen: Observation, at: number): { facts: Facts; pending: Pending; changes: Change[] } {
  const facts: Facts = { ...before.facts };
  const pending: Pending = { ...before.pending };
  const changes: Change[] = [];
  for (const subject of subjects) {
    const raw = seen[subject];
    if (raw === undefined) continue;
    const value = subject === 'addresses' ? [...new Set(raw.map(networkOf))].toSorted() : raw;
    const known = facts[subject];
    const waiting = pending[subject];
    if (known === undefined) {
      facts[subject] = value;
    } else if (isSame(subject, known, value)) {
      facts[subject] = joined(subject, known, value);
      delete pending[subject];
    } else if (waiting === undefined || !isSame(subject, waiting.value, value)) {
      // Addresses that were seen once and are already others take turns: what was seen is remembered as theirs.
      if (waiting) facts[subject] = joined(subject, known, waiting.value);
      pending[subject] = { value, at };
    } else if (at - waiting.at >= GAP_MS) {
      facts[subject] = value;
      delete pending[subject];
      changes.push({ subject, before: known, after: value });
    }
  }
  return { facts, pending, changes };
}

/** Addresses are the same while they share a network with those that are known; of everything else each line counts. */
function isSame(subject: Subject, known: Value, value: Value): boolean {
  if (subject === 'addresses' && known.length > 0 && value.length > 0) return value.some(network => known.includes(network));
  return known.length === value.length && known.every((line, at) => line === value[at]);
}

function joined(subject: Subject, known: Value, value: Value): Value {
  if (subject !== 'addresses' || known.length === 0 || value.every(network => known.includes(network))) return known;
  return [...new Set([...known, ...value])].slice(-MAX_NETWORKS);
}
