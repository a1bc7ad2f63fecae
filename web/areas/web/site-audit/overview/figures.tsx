import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { language } from '../../../../language/index.ts';
import { SmallTable } from '../../../../parts/facts.tsx';
import classes from '../site-audit.module.css';
import { texts } from '../texts/audit.ts';
import type { Results } from '../types.ts';

const DepthBars = lazy(async () => ({ default: (await import('./depth-bars.tsx')).DepthBars }));
const DEPTHS_PX = 168;
const { figures: words } = texts;

/** What the pages answered, how far they lie from the start page, and what robots.txt answered. */
export function Figures({ of: { statistics: { statuses, depths, links }, robots }, domainId }: { of: Results; domainId: string }) {
  const ofStatus = (status: string) => (status === 'none' ? words.none : <Link to="/domains/$id/site/pages" params={{ id: domainId }} search={{ statusClass: status[0]! }}>{status}</Link>);
  return (
    <section className={classes.section} aria-labelledby="site-pages">
      <div className={classes.bar}>
        <Title order={2} size="h3" id="site-pages">{words.title}</Title>
        <Link to="/domains/$id/site/pages" params={{ id: domainId }}>{words.all}</Link>
      </div>
      <Suspense fallback={<div style={{ height: DEPTHS_PX }} />}><DepthBars depths={depths} /></Suspense>
      <div className={classes.columns}>
        <div><SmallTable columns={[words.status, words.count]} rows={Object.entries(statuses).map(([status, count]) => [ofStatus(status), language.number(count)])} /><p className={classes.quiet}>{words.links}: {language.number(links)}</p></div>
        <SmallTable columns={[words.origin, words.indexing]} rows={robots.map(({ origin, status, cause }) => [origin, status ?? cause ?? words.none])} />
      </div>
    </section>
  );
}
