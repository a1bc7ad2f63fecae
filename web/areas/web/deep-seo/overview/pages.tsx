import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { InputOf } from '../../../../api/client.ts';
import { usePages } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { SmallTable } from '../../../../parts/facts.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { texts as names } from '../texts/deep-seo.ts';
import { texts } from '../texts/search-data.ts';
import { pathOf } from './intents.tsx';
import { Section } from './section.tsx';

type Input = InputOf<'GET /api/deep-seo/intent/{domainId}'>;

const { pages: words } = texts;
const ROWS = 20;

/** Pages of one intent or of all, with what search engines and browsers report of them. */
export function PagesByIntent({ domainId }: { domainId: string }) {
  const [intent, setIntent] = useState('');
  const query = usePages('GET /api/deep-seo/intent/{domainId}', { domainId, limit: ROWS, ...(intent === '' ? {} : { intent }) } as Input);
  return (
    <Section title={words.title}>
      <NativeSelect aria-label={words.intent} w={220} value={intent} onChange={event => setIntent(event.currentTarget.value)} data={[{ value: '', label: words.all }, ...Object.entries(names.intents).map(([value, label]) => ({ value, label }))]} />
      <Loaded of={query} what={words.what}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          if (rows.length === 0) return <p>{words.none}</p>;
          return (
            <SmallTable
              columns={words.columns}
              rows={rows.map(({ url, primary, search, speed }) => [
                pathOf(url), names.intents[primary], search ? language.number(search.clicks) : '–', search ? language.number(search.impressions) : '–', search ? words.percent(search.ctr) : '–', search ? words.position(search.position) : '–',
                speed?.lcpMs == null ? '–' : words.seconds(speed.lcpMs),
              ])}
            />
          );
        }}
      </Loaded>
      <MoreRows of={query} />
    </Section>
  );
}
