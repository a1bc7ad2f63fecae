import { MAX_APPEARANCES, MAX_INCIDENTS, type Appearance, type Reported } from './connector.ts';

/** What one leaked record says, without its data. */
export interface LeakedRecord {
  /** Null where the record has no address of the domain. */
  localPart: string | null;
  origin: string;
  occurredOn: string | null;
  fields: readonly string[];
}

/** Records by where they leaked, each with the addresses in it. */
export function incidentsOf(kind: 'breach' | 'leak', records: readonly LeakedRecord[]): Reported[] {
  const byOrigin = [...Map.groupBy(records.slice(0, MAX_APPEARANCES), ({ origin }) => origin)].slice(0, MAX_INCIDENTS);
  return byOrigin.map(([origin, of]) => {
    const addresses = [...new Set(of.flatMap(({ localPart }) => localPart ?? []))];
    return {
      kind, name: origin, title: origin, occurredOn: of.map(({ occurredOn }) => occurredOn).filter(day => day !== null).toSorted().at(-1) ?? null, fields: [...new Set(of.flatMap(({ fields }) => fields))].slice(0, 40),
      isSensitive: false, isVerified: null, appearances: addresses.map((localPart): Appearance => ({ localPart, sites: [] })), count: addresses.length > 0 ? null : of.length, mark: null,
    };
  });
}
