import type { KeptFinding, RecordName, Snapshot } from './snapshot.ts';
import { readable, type ReadableField } from './readable.ts';

/** One value that is there or not any more, or the only one of its field, which is another now. */
export interface Change {
  record: RecordName;
  what: string;
  kind: 'added' | 'removed' | 'changed';
  before: string | null;
  after: string | null;
}

/** What is not the same in two snapshots. */
export interface Difference {
  changes: Change[];
  issues: { appeared: IssueSeen[]; ended: IssueSeen[] };
  /** Records that one of the two scans did not read, or could not fully determine: what was missing there is not reported as a change. */
  unknown: RecordName[];
}

type IssueSeen = Pick<KeptFinding, 'id' | 'severity' | 'title'>;

/** What is not the same in `after` as in `before`. That something is absent is believed only where no lookup failed. */
export function differenceOf(before: Snapshot, after: Snapshot): Difference {
  const all = [...new Set([...Object.keys(before.records), ...Object.keys(after.records)])] as RecordName[];
  // What only one of the two scans read is no change of the domain.
  const names = all.filter(record => record in before.records && record in after.records);
  const [unknownBefore, unknownAfter] = [unknownIn(before), unknownIn(after)];
  return {
    changes: names.flatMap(record => {
      const [was, is] = [fieldsOf(before, record), fieldsOf(after, record)];
      return [...new Set([...was.keys(), ...is.keys()])].flatMap(what =>
        changesOf(record, what, was.get(what) ?? [], is.get(what) ?? [])
          .filter(({ kind }) => !(kind === 'added' && unknownBefore.has(record)) && !(kind === 'removed' && unknownAfter.has(record))));
    }),
    issues: { appeared: failedOnlyIn(after, before), ended: failedOnlyIn(before, after) },
    unknown: all.filter(record => !names.includes(record) || unknownBefore.has(record) || unknownAfter.has(record)),
  };
}

function fieldsOf({ records }: Snapshot, name: RecordName): Map<string, ReadableField['values']> {
  const record = records[name];
  return new Map(record ? readable(name, record as never).map(({ what, values }) => [what, values]) : []);
}

function changesOf(record: RecordName, what: string, was: readonly string[], is: readonly string[]): Change[] {
  const [gone, come] = [was.filter(value => !is.includes(value)), is.filter(value => !was.includes(value))];
  if (was.length === 1 && is.length === 1 && gone.length === 1) return [{ record, what, kind: 'changed', before: gone[0]!, after: come[0]! }];
  return [
    ...gone.map((value): Change => ({ record, what, kind: 'removed', before: value, after: null })),
    ...come.map((value): Change => ({ record, what, kind: 'added', before: null, after: value })),
  ];
}

function unknownIn({ judgement: { findings } }: Snapshot): Set<string> {
  return new Set(findings.filter(({ state }) => state === 'unknown').map(({ record }) => record));
}

/** The issues in `one` that are none in `other`; what was not read or could not be determined there counts as it was. */
function failedOnlyIn(one: Snapshot, other: Snapshot): IssueSeen[] {
  const there = new Set(other.judgement.findings.map(({ id }) => id));
  const wasRead = (record: string) => record in other.records || !(record in one.records);
  return one.judgement.findings.filter(({ id, record, state, severity }) => state === 'fail' && severity !== 'info' && !there.has(id) && wasRead(record)).map(({ id, severity, title }) => ({ id, severity, title }));
}
