import type { SenderClass } from '../senders/shapes.ts';

/** By what messages are aligned: by both mechanisms, by one of them, or by none, which fails DMARC (RFC 7489, section 3.1). */
export const alignments = ['both', 'dkim', 'spf', 'none'] as const;
export type Alignment = (typeof alignments)[number];

/** What receivers did; `unknown` where they did not say. */
export type Outcome = 'none' | 'quarantine' | 'reject' | 'unknown';

const MAX_SOURCES = 8;

/** A sender with what was counted of it in all its classes. */
export interface Source {
  id: string;
  name: string;
  class: SenderClass | 'mixed';
  messages: number;
  passed: number;
  dkim: number;
  spf: number;
  /** By both. */
  aligned: number;
}

/** So many messages, aligned and treated alike. */
export interface Treated {
  aligned: Alignment;
  outcome: Outcome;
  messages: number;
}

/**
 * From the sources, the largest by name and all others together, by alignment to what receivers did. What `treated` does not account for is unknown: the
 * results behind the counts are kept for a shorter time than these.
 */
export function flowOf(all: readonly Source[], treated: readonly Treated[]) {
  const sources = all.filter(({ messages }) => messages > 0).toSorted((a, b) => b.messages - a.messages || (a.id < b.id ? -1 : 1));
  const [largest, others] = [sources.slice(0, MAX_SOURCES), sources.slice(MAX_SOURCES)];
  const total = sumOf(sources);
  return {
    sources: largest.map(source => ({ id: source.id, name: source.name, class: source.class, messages: source.messages, ...alignedOf(source) })),
    others: others.length === 0 ? null : { senders: others.length, ...sumOf(others) },
    outcomes: alignments.filter(aligned => total[aligned] > 0).map(aligned => {
      const ofThese = (wanted: Outcome) => treated.reduce((sum, one) => (one.aligned === aligned && one.outcome === wanted ? sum + one.messages : sum), 0);
      const [none, quarantine, reject] = [ofThese('none'), ofThese('quarantine'), ofThese('reject')];
      return { aligned, messages: total[aligned], none, quarantine, reject, unknown: Math.max(0, total[aligned] - none - quarantine - reject) };
    }),
  };
}

function alignedOf({ messages, passed, dkim, spf, aligned }: Source): Record<Alignment, number> {
  return { both: aligned, dkim: dkim - aligned, spf: spf - aligned, none: messages - passed };
}

function sumOf(sources: readonly Source[]) {
  const sum = { messages: 0, both: 0, dkim: 0, spf: 0, none: 0 };
  for (const source of sources) {
    const parts = { messages: source.messages, ...alignedOf(source) };
    for (const part of Object.keys(sum) as (keyof typeof sum)[]) sum[part] += parts[part];
  }
  return sum;
}
