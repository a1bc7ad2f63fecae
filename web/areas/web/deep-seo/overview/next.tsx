import { usePages } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { SmallTable } from '../../../../parts/facts.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import classes from '../deep-seo.module.css';
import { texts } from '../texts/search-data.ts';
import type { Step } from '../types.ts';
import { pathOf } from './intents.tsx';
import { Section } from './section.tsx';

const { next: words } = texts;
const ROWS = 10;
/** The providers that report clicks. */
const clicks: Readonly<Record<string, true>> = { searchConsole: true, bingWebmaster: true };

/** What is worth most clicks first, with the figures behind it. */
export function Next({ domainId }: { domainId: string }) {
  const query = usePages('GET /api/deep-seo/next/{domainId}', { domainId, limit: ROWS });
  const [first] = query.data?.pages ?? [];
  const summary = first?.summary ?? null;
  const message = first && first.state !== 'calculating' && !first.connected.some(provider => provider in clicks) ? words.connect : first?.message;
  return (
    <Section title={words.title} says={first && summary && first.total > 0 ? words.says(first.total, summary.days) : undefined}>
      {message && <p className={classes.quiet}>{message}</p>}
      <Loaded of={query} what={words.what}>
        {({ pages }) => {
          const steps = pages.flatMap(({ data }) => data);
          if (steps.length === 0) return first?.state === 'ready' && first.message === null ? <p>{words.none}</p> : null;
          return <SmallTable columns={words.columns} machine={[1]} rows={steps.map(step => [words.kinds[step.kind], <Pages key="of" of={step} />, language.number(Math.round(step.clicksAtStake)), figuresOf(step.figures), <Advice key="do" of={step} />])} />;
        }}
      </Loaded>
      <MoreRows of={query} />
      {summary && first && first.total > 0 && (
        <Disclosure summary={words.how}>
          {summary.kinds.filter(({ steps }) => steps > 0).map(({ kind, formula }) => <p key={kind}>{words.kinds[kind]}: {formula}</p>)}
          <p>{summary.formula}</p>
        </Disclosure>
      )}
    </Section>
  );
}

function Pages({ of: { url, others, queries } }: { of: Step }) {
  return (
    <>
      <div>{pathOf(url)}</div>
      {others.map(other => <div key={other.url}>{pathOf(other.url)}</div>)}
      {queries[0] && <div className={classes.quiet}>{words.query(queries[0].query)}</div>}
    </>
  );
}

function Advice({ of: { says, fix } }: { of: Step }) {
  return (
    <>
      <div>{says}</div>
      <div>{fix}</div>
    </>
  );
}

function figuresOf({ clicks, impressions, ctr, expectedCtr, position, status, inlinks, lcpMs, inpMs, cls, slowShare }: Step['figures']): string {
  const said = [
    clicks === undefined ? null : words.clicks(clicks), impressions === undefined ? null : words.impressions(impressions), ctr === undefined ? null : words.ctr(ctr, expectedCtr), position === undefined ? null : words.position(position),
    status === undefined ? null : words.status(status), inlinks === undefined ? null : words.inlinks(inlinks), lcpMs === undefined ? null : words.lcp(lcpMs), inpMs === undefined ? null : words.inp(inpMs), cls === undefined ? null : words.cls(cls), slowShare === undefined ? null : words.slow(slowShare),
  ];
  return said.filter(text => text !== null).join(', ');
}
