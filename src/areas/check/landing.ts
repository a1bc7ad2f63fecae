import type { AllFacts } from '../../checks/index.ts';
import { presentAlone } from './analyze.ts';
import { checkedRecords, type CheckedRecord, type OnFacts } from './collect.ts';

class NotLandedYet extends Error {}

/** Gives each record to `onRecord` once, as the reply will show it, as soon as everything that it is judged by has landed. */
export function landing(onRecord: (name: CheckedRecord, shown: Record<string, unknown>) => void): OnFacts {
  const landed = new Map<string | symbol, unknown>();
  const waiting = new Set<CheckedRecord>(checkedRecords.filter(record => record !== 'domain'));
  const facts = new Proxy({}, {
    get(_, record) {
      if (!landed.has(record)) throw new NotLandedYet();
      return landed.get(record);
    },
  }) as AllFacts;
  return (record, seen) => {
    landed.set(record, seen);
    for (const one of waiting) {
      const shown = presentIfLanded(one, facts);
      if (!shown) continue;
      waiting.delete(one);
      onRecord(one, shown);
    }
  };
}

function presentIfLanded(record: CheckedRecord, facts: AllFacts): Record<string, unknown> | null {
  try {
    return presentAlone(record, facts);
  } catch (error) {
    if (error instanceof NotLandedYet) return null;
    throw error;
  }
}
