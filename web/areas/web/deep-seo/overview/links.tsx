import { lazy, Suspense } from 'react';
import { usePages } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { SmallTable } from '../../../../parts/facts.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { texts } from '../texts/deep-seo.ts';
import { pathOf } from './intents.tsx';
import { Section } from './section.tsx';

const LinkPicture = lazy(async () => ({ default: (await import('./link-picture.tsx')).LinkPicture }));
const PICTURE_PX = 320;
const ROWS = 20;
const { links: words } = texts;

/** The links of the site as a picture, and its pages by internal PageRank. */
export function Links({ domainId }: { domainId: string }) {
  const query = usePages('GET /api/deep-seo/graph/{domainId}', { domainId, limit: ROWS });
  const summary = query.data?.pages[0]?.summary;
  return (
    <Section title={words.title} says={summary ? words.says(summary.pages, summary.links) : undefined}>
      {summary && <Suspense fallback={<div style={{ height: PICTURE_PX }} />}><LinkPicture of={summary.picture} /></Suspense>}
      <Loaded of={query} what={words.title}>
        {({ pages }) => (
          <SmallTable
            columns={[words.page, words.rank, words.inlinks, words.depth]}
            rows={pages.flatMap(({ data }) => data).map(({ url, rank, inlinks, depth }) => [pathOf(url), language.number(Math.round(100 * rank) / 100), language.number(inlinks), depth ?? '–'])}
          />
        )}
      </Loaded>
      <MoreRows of={query} />
    </Section>
  );
}
