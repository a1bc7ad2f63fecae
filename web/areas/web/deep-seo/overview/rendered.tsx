import { usePages } from '../../../../api/queries.ts';
import type { DataOf } from '../../../../api/client.ts';
import { language } from '../../../../language/index.ts';
import { SmallTable } from '../../../../parts/facts.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { texts } from '../texts/deep-seo.ts';
import { pathOf } from './intents.tsx';
import { Section } from './section.tsx';

type Row = DataOf<'GET /api/deep-seo/rendered/{domainId}'>['data'][number];
type Part = Row['changed'][number];

const ROWS = 20;
const { rendered: words } = texts;

/** Pages as the server sent them against what a browser made of them, and how long that took. */
export function Rendered({ domainId }: { domainId: string }) {
  const query = usePages('GET /api/deep-seo/rendered/{domainId}', { domainId, limit: ROWS });
  const summary = query.data?.pages[0]?.summary;
  return (
    <Section title={words.title} says={summary ? words.says(summary.same + summary.changed, summary.changed, summary.failed + summary.beyond) : undefined}>
      <Loaded of={query} what={words.title}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          return rows.length === 0 ? <p>{summary ? words.none : words.never}</p> : <SmallTable columns={words.columns} machine={[1]} rows={rows.map(row => [pathOf(row.url), <Changes key="changes" of={row} />, ...measuresOf(row)])} />;
        }}
      </Loaded>
      <MoreRows of={query} />
    </Section>
  );
}

/** What scripts change, each part as it was sent and as it is shown. */
function Changes({ of: { cause, changed, raw, rendered } }: { of: Row }) {
  if (raw === null || rendered === null) return words.failed(cause ?? '');
  return changed.length === 0 ? words.same : changed.map(part => <div key={part}>{words.changed(words.parts[part], valueOf(part, raw), valueOf(part, rendered))}</div>);
}

function valueOf(part: Part, side: NonNullable<Row['raw']>): string {
  const value = side[part];
  if (typeof value === 'number') return language.number(value);
  const text = Array.isArray(value) ? value.join(', ') : value ?? '';
  return text === '' ? words.nothing : text;
}

function measuresOf({ performance, ratings }: Row): string[] {
  if (performance === null || ratings === null) return ['–', '–', '–', '–'];
  const { lcpMs, cls, inpMs, tbtMs } = performance;
  const rated = (value: string | null, rating: keyof typeof words.ratings | null) => (value === null || rating === null ? '–' : words.rated(value, words.ratings[rating]));
  const ms = (value: number | null) => (value === null ? null : words.ms(value));
  return [rated(ms(lcpMs), ratings.lcpMs), rated(cls === null ? null : language.number(cls), ratings.cls), rated(ms(inpMs), ratings.inpMs), rated(ms(tbtMs), ratings.tbtMs)];
}
