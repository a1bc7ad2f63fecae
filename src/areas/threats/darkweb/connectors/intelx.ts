import { z } from 'zod';
import { dayIn, inForm, Title, Unanswered, type Connector } from './connector.ts';
import { incidentsOf, type LeakedRecord } from './records.ts';

const DAY_MS = 86_400_000;
const ROWS = 1000;
/** How often the result of one search is asked for; the search goes on meanwhile. */
const MAX_PAGES = 10;

const Started = z.object({ id: z.uuid(), status: z.int().catch(0) });
/** 0: there are records, and there may be more; 1: that was all; 2: the search is unknown; 3: none yet. */
const Page = z.object({ status: z.int(), records: z.array(z.unknown()).max(10_000).nullish().catch(null) });
const Item = z.object({ bucketh: Title.nullish().catch(null), bucket: Title.nullish().catch(null), date: z.string().max(40).nullish().catch(null) });

/** Intelligence X: in which collections, and on which day, a document has the name of the domain; never the document or its name. */
export const intelX: Connector = {
  source: 'intelX',
  holdsMs: DAY_MS,
  async read({ domain, ask }) {
    const json = JSON.stringify({ term: domain, maxresults: ROWS, media: 0, sort: 4, terminate: [], buckets: ['leaks.public', 'leaks.private', 'darknet', 'dumpster'], timeout: 20 });
    const { id, status } = inForm(Started, await ask({ path: 'intelligent/search', json }));
    if (status !== 0) throw new Unanswered('failing', 'It refuses the search for this name.');
    const records: LeakedRecord[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const found = inForm(Page, await ask({ path: `intelligent/search/result?id=${id}&limit=${ROWS}` }));
      if (found.status === 2) throw new Unanswered('failing', 'It lost the search. It is asked again with the next scan.');
      records.push(...(found.records ?? []).flatMap(record => recordIn(record) ?? []));
      if (found.status === 1) return { outcome: 'reported', revision: null, incidents: incidentsOf('leak', records) };
    }
    throw new Unanswered('failing', 'Its search did not end in time. It is asked again with the next scan.');
  },
};

function recordIn(json: unknown): LeakedRecord | null {
  const { data } = Item.safeParse(json);
  const origin = data?.bucketh ?? data?.bucket ?? null;
  return origin === null ? null : { localPart: null, origin, occurredOn: dayIn(data!.date), fields: [] };
}
