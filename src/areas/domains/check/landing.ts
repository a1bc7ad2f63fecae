import type { AllFacts } from '../../../checks/index.ts';
import { presentAlone } from './analyze.ts';
import { recordsOf, type CheckedRecord, type OnFacts, type Wish } from './collect.ts';

class NotLandedYet extends Error {}

/** Gives each record to `onRecord` once, as the reply will show it, as soon as everything that it is judged by has landed. */
export function landing({ depth, profile }: Wish, onRecord: (name: CheckedRecord, shown: Record<string, unknown>) => void): OnFacts {
  const landed = new Map<string | symbol, unknown>();
  const waiting = new Set<CheckedRecord>(recordsOf(depth).filter(record => record !== 'domain'));
  const facts = new Proxy({}, {
    get(_, record) {
      if (!landed.has(record)) throw new NotLandedYet();
      return landed.get(record);
    },
  }) as AllFacts;
  return (record, seen) => {
    landed.set(record, seen);
    for (const one of waiting) {
      const shown = presentIfLanded(one, facts, profile);
      if (!shown) continue;
      waiting.delete(one);
      onRecord(one, shown);
    }
  };
}

function presentIfLanded(record: CheckedRecord, facts: AllFacts, profile: Wish['profile']): Record<string, unknown> | null {
  try {
    return presentAlone(record, facts, profile);
  } catch (error) {
    if (error instanceof NotLandedYet) return null;
    throw error;
  }
}
