import type { Looking } from '../../checks/check.ts';
import { checks, type AllFacts } from '../../checks/index.ts';

export type CheckedRecord = keyof AllFacts;
/** The records that are checked, in the order in which a report shows them. */
export const checkedRecords = Object.keys(checks) as CheckedRecord[];

/** Hears what was seen of a record. */
export type OnFacts = <Name extends CheckedRecord>(record: Name, seen: AllFacts[Name]) => void;

/**
 * Starts every check at once; each waits only for the facts that it asks for.
 * `onFacts` hears of each record as soon as it has been looked at.
 */
export async function collectAll(looking: Omit<Looking, 'facts'>, onFacts: OnFacts = () => {}): Promise<AllFacts> {
  const started = new Map<CheckedRecord, Promise<unknown>>();
  const facts = <Name extends CheckedRecord>(record: Name): Promise<AllFacts[Name]> => {
    const running = started.get(record) ?? start(record);
    started.set(record, running);
    return running as Promise<AllFacts[Name]>;
  };
  const start = async (record: CheckedRecord) => {
    const seen = await checks[record].collect({ ...looking, facts });
    onFacts(record, seen as never);
    return seen;
  };
  const entries = await Promise.all(checkedRecords.map(async record => [record, await facts(record)] as const));
  return Object.fromEntries(entries) as unknown as AllFacts;
}
