import { Anchor, Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ScoreRing } from '../../../../charts/score-ring.tsx';
import { Table } from '../../../../parts/table.tsx';
import classes from '../site-audit.module.css';
import { texts } from '../texts/audit.ts';
import type { Results } from '../types.ts';

const ScoreLine = lazy(async () => ({ default: (await import('../../../../charts/score-line.tsx')).ScoreLine }));
const { score: words, partial } = texts;
const TREND_PX = 168;
const SHOWN = 6;

/** The score with what lowers it, how it went over the last audits, and the report to take along. */
export function Score({ of: { audit, score, checks, trend }, domainId }: { of: Results; domainId: string }) {
  const titles = new Map(checks.map(({ id, title }) => [id, title]));
  const [isWhole, setWhole] = useState(false);
  const deductions = score.deductions.filter(({ id }) => titles.has(id));
  const shown = isWhole ? deductions : deductions.slice(0, SHOWN);
  return (
    <section className={classes.section} aria-labelledby="site-score">
      <div className={classes.bar}>
        <Title order={2} size="h3" id="site-score">{words.title}</Title>
        <p className={classes.controls}>
          <span className={classes.quiet}>{words.report}</span>
          {Object.entries(words.formats).map(([format, label]) => <Anchor key={format} href={`/api/seo/report/${domainId}?format=${format}`} target="_blank">{label}</Anchor>)}
          <Anchor href={`/api/site-audits/${audit.id}/links.csv`}>{words.links}</Anchor>
          <Anchor href={`/api/site-audits/${audit.id}/sitemap.xml`} target="_blank">{words.sitemap}</Anchor>
        </p>
      </div>
      {audit.status === 'partial' && <p className={classes.quiet}><strong>{partial.title}.</strong> {audit.cut && partial.cuts[audit.cut]} {audit.cutCause && partial.cause(audit.cutCause)} {partial.says(audit.waiting, audit.beyond)}</p>}
      <div className={classes.score}>
        <ScoreRing score={score.value} grade={score.grade} provisional={audit.status === 'partial'} />
        <div className={classes.inside}>
          <p className={classes.label}>{words.deductions}</p>
          {shown.length === 0 ? <p className={classes.quiet}>{score.value === null ? words.unread : words.none}</p> : (
            <Table
              columns={words.columns} numbers={[1]}
              rows={shown.map(({ id, points }) => [<Link key={id} to="/domains/$id/site/issues/$check" params={{ id: domainId, check: id }}>{titles.get(id)}</Link>, words.points(points)])}
            />
          )}
          {deductions.length > shown.length && <div><Button variant="default" size="xs" onClick={() => setWhole(true)}>{words.more(deductions.length - shown.length)}</Button></div>}
          <p className={classes.quiet}>{score.formula}</p>
        </div>
      </div>
      {trend.length > 1 && (
        <Suspense fallback={<div style={{ height: TREND_PX }} />}>
          <ScoreLine title={words.trend} description={words.trendSays} heightPx={TREND_PX} points={trend.map(({ finishedAt, score: value, grade }) => ({ at: finishedAt, score: value, grade }))} />
        </Suspense>
      )}
    </section>
  );
}
