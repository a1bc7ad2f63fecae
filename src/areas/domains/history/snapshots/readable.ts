import { recordChecks } from '../../../../checks/index.ts';
import type { RecordName, Records } from './snapshot.ts';

/** One thing that a record says, and its values as a person reads them: several where it is a set, none where nothing is said. */
export interface ReadableField {
  what: string;
  values: readonly string[];
}

/** What the record says, field by field, the values sorted. */
export function readable<Name extends RecordName>(name: Name, record: Records[Name]): ReadableField[] {
  return recordChecks[name].read(record).map(([what, values]) => ({ what, values: [...new Set(values.filter(value => value !== null && value !== undefined))].toSorted() }));
}
