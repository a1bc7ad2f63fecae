import { shownRecords, type AllFacts, type ShownRecord } from '../../../checks/index.ts';
import { presentAlone } from './analyze.ts';
import type { OnFacts, CheckRequest } from './collect.ts';

class NotLandedYet extends Error {}

/** Gives each record to `onRecord` once, as the reply will show it, as soon as everything that it is judged by has landed. */
export function landing({ depth, profile }: CheckRequest, onRecord: (name: ShownRecord, shown: Record<string, unknown>) => void): OnFacts {
  const landed = new Map<string | symbol, unknown>();
  const waiting = new Set(shownRecords(depth));
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

function presentIfLanded(record: ShownRecord, facts: AllFacts, profile: CheckRequest['profile']): Record<string, unknown> | null {
  try {
    return presentAlone(record, facts, profile);
  } catch (error) {
    if (error instanceof NotLandedYet) return null;
    throw error;
  }
}
