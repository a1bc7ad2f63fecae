import { usePages } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { SmallTable } from '../../../../parts/facts.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { texts } from '../texts/deep-seo.ts';
import { Addresses, pathOf } from './intents.tsx';
import { Section } from './section.tsx';

const ROWS = 20;

/** Groups of pages whose texts are nearly the same. */
export function Duplicates({ domainId }: { domainId: string }) {
  const query = usePages('GET /api/deep-seo/duplicates/{domainId}', { domainId, limit: ROWS });
  const { duplicates: words } = texts;
  const [first] = query.data?.pages ?? [];
  return (
    <Section title={words.title} says={first?.summary && first.total > 0 ? words.says(first.total, first.summary.pages) : undefined}>
      <Loaded of={query} what={words.title}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          return rows.length === 0 ? <p>{words.none}</p> : <SmallTable columns={words.columns} machine={[3]} rows={rows.map(({ label, pages: count, same, sample }) => [label, language.number(count), same ? words.same : words.near, <Addresses key="of" of={sample} />])} />;
        }}
      </Loaded>
      <MoreRows of={query} />
    </Section>
  );
}

/** Pages that are built alike. */
export function Templates({ domainId }: { domainId: string }) {
  const query = usePages('GET /api/deep-seo/templates/{domainId}', { domainId, limit: ROWS });
  const { templates: words } = texts;
  return (
    <Section title={words.title} says={words.says}>
      <Loaded of={query} what={words.title}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          return rows.length === 0 ? <p>{words.none}</p> : <SmallTable columns={words.columns} machine={[3]} rows={rows.map(({ label, pages: count, share, sample }) => [label, language.number(count), texts.share(share), <Addresses key="of" of={sample} />])} />;
        }}
      </Loaded>
      <MoreRows of={query} />
    </Section>
  );
}

/** Pages to which no click leads. */
export function Orphans({ domainId }: { domainId: string }) {
  const query = usePages('GET /api/deep-seo/orphans/{domainId}', { domainId, limit: ROWS });
  const { orphans: words } = texts;
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <Section title={words.title} says={total > 0 ? words.says(total) : undefined}>
      <Loaded of={query} what={words.title}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          return rows.length === 0 ? <p>{words.none}</p> : <SmallTable columns={words.columns} rows={rows.map(({ url, reason, inlinks }) => [pathOf(url), words.reasons[reason], language.number(inlinks)])} />;
        }}
      </Loaded>
      <MoreRows of={query} />
    </Section>
  );
}
