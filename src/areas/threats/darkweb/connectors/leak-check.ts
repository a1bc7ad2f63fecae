import { z } from 'zod';
import { cutAt, dayIn, fieldsIn, inForm, localPartOf, Title, Unanswered, type Connector } from './connector.ts';
import { incidentsOf, type LeakedRecord } from './records.ts';

const DAY_MS = 86_400_000;
/** The most that a query gives, and how far it can be continued. */
const ROWS = 1000;
const MAX_OFFSET = 2500;

const Result = z.object({ email: z.string().max(320).nullish().catch(null), source: z.object({ name: Title.catch('unknown'), breach_date: z.string().max(40).nullish().catch(null) }).catch({ name: 'unknown' }), fields: z.array(z.string().max(100)).max(200).catch([]) });
const Reply = z.object({ success: z.boolean(), found: z.int().min(0).catch(0), result: z.array(z.unknown()).max(10_000).catch([]) });

/** LeakCheck, version 2: of each record the source, its date and the names of its fields. */
export const leakCheck: Connector = {
  source: 'leakCheck',
  holdsMs: DAY_MS,
  async read({ domain, ask }) {
    const records: LeakedRecord[] = [];
    let [read, known] = [0, 0];
    for (let offset = 0; offset <= MAX_OFFSET; offset += ROWS) {
      const json = await ask({ path: `query/${encodeURIComponent(domain)}?type=domain&limit=${ROWS}&offset=${offset}` });
      if (json === null) break;
      const { success, found, result } = inForm(Reply, json);
      if (!success) throw new Unanswered('failing', 'It reports that the search did not work.');
      records.push(...result.flatMap(one => recordIn(one, domain) ?? []));
      [read, known] = [offset + result.length, found];
      if (read >= known || result.length === 0) break;
    }
    return { outcome: 'reported', revision: null, incidents: incidentsOf('breach', records), cut: cutAt(read, known) };
  },
};

function recordIn(json: unknown, domain: string): LeakedRecord | null {
  const { data } = Result.safeParse(json);
  const localPart = data ? localPartOf(data.email ?? '', domain) : null;
  return data && localPart !== null ? { localPart, origin: data.source.name, occurredOn: dayIn(data.source.breach_date), fields: fieldsIn(data.fields) } : null;
}
