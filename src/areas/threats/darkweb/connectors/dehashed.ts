import { z } from 'zod';
import { cutAt, fieldsIn, inForm, localPartOf, Title, type Connector } from './connector.ts';
import { incidentsOf, type LeakedRecord } from './records.ts';

const DAY_MS = 86_400_000;
const ROWS = 10_000;

const Reply = z.object({ entries: z.array(z.record(z.string(), z.unknown())).max(ROWS).nullable(), total: z.int().min(0).catch(0) });
const Emails = z.union([z.array(z.string().max(320)).max(100), z.string().max(320).transform(one => [one])]).catch([]);
/** What tells of the record instead of its owner. */
const NOT_DATA = new Set(['id', 'database_name', 'obtained_from']);

/** DeHashed, version 2: of each entry the name of the database and the names of the fields that it has. */
export const dehashed: Connector = {
  source: 'dehashed',
  holdsMs: DAY_MS,
  async read({ domain, ask }) {
    const json = await ask({ path: 'search', json: JSON.stringify({ query: `domain:${domain}`, page: 1, size: ROWS, wildcard: false, regex: false, de_dupe: false }) });
    const { entries, total } = json === null ? { entries: [], total: 0 } : inForm(Reply, json);
    const read = entries ?? [];
    return { outcome: 'reported', revision: null, incidents: incidentsOf('breach', read.flatMap(entry => recordsIn(entry, domain))), cut: cutAt(read.length, total) };
  },
};

function recordsIn(entry: Readonly<Record<string, unknown>>, domain: string): LeakedRecord[] {
  const origin = Title.safeParse(entry['database_name']).data ?? 'unknown';
  const fields = fieldsIn(Object.keys(entry).filter(name => !NOT_DATA.has(name) && isFilled(entry[name])));
  return Emails.parse(entry['email']).flatMap(email => {
    const localPart = localPartOf(email, domain);
    return localPart === null ? [] : [{ localPart, origin, occurredOn: null, fields }];
  });
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== '';
}
