import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { language } from '../../../../language/index.ts';
import { texts } from '../texts/overview.ts';
import type { Overview } from './types.ts';
import classes from './overview.module.css';

/** Comes after the rest of the first page, which it would make heavier by a tenth. */
const ScoreLine = lazy(async () => ({ default: (await import('../../../../charts/score-line.tsx')).ScoreLine }));
const TREND_PX = 128;

/** All domains together: the mean score and where it comes from, the grades, and the numbers, each a way to its rows. */
export function Estate({ of: { totals, score, scoreChange, grades, trend } }: { of: Overview }) {
  const reported = trend.filter(point => point.score !== null);
  const judged = grades.reduce((sum, { domains }) => sum + domains, 0);
  return (
    <section className={classes.card} aria-labelledby="overview-estate">
      <Title order={2} id="overview-estate" className={classes.cardTitle}>{texts.estate}</Title>
      <div className={classes.estate}>
        <div>
          <p className={classes.label}>{texts.mean}</p>
          <p className={classes.figure}>{score === null ? texts.noMean : <><strong>{score}</strong>{scoreChange !== null && <span>{wordsOfMove(scoreChange)}</span>}</>}</p>
        </div>
        {judged > 0 && (
          <div className={classes.grades}>
            <p className={classes.label}>{texts.grades}</p>
            <ul className={classes.bar}>
              {grades.map(({ grade, domains }) => (
                <li key={grade} className={classes.part} data-status={statusOf(grade)} style={{ flexGrow: domains }}>
                  <Link to="/domains" search={grade === null ? { sort: 'score' } : { grade }} aria-label={texts.grade(grade, domains)} title={texts.grade(grade, domains)}>
                    <strong>{grade ?? texts.notJudged}</strong> {language.number(domains)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <p className={classes.numbers}>
        <Link to="/domains">{texts.numbers.domains(totals.domains)}</Link>
        {totals.withIssues > 0 && <Link to="/domains" search={{ sort: '-issues' }}>{texts.numbers.withIssues(totals.withIssues)}</Link>}
        {totals.openEvents > 0 && <Link to="/events" search={{ state: 'open' }}>{texts.numbers.openEvents(totals.openEvents)}</Link>}
        {totals.endingSoon > 0 && <Link to="/calendar" search={{ kind: 'registration' }}>{texts.numbers.endingSoon(totals.endingSoon)}</Link>}
        {totals.neverChecked > 0 && <Link to="/domains" search={{ sort: 'checkedAt' }}>{texts.numbers.neverChecked(totals.neverChecked)}</Link>}
        <Link to="/domains/heat-map">{texts.numbers.heatMap}</Link>
        <Link to="/calendar">{texts.numbers.calendar}</Link>
      </p>
      {reported.length > 1 && (
        <Suspense fallback={<div style={{ height: TREND_PX }} />}><ScoreLine title={texts.trendTitle} points={reported.map(point => ({ ...point, grade: null }))} heightPx={TREND_PX} /></Suspense>
      )}
    </section>
  );
}

function wordsOfMove(points: number): string {
  if (points === 0) return texts.trend.same;
  return points > 0 ? texts.trend.up(points) : texts.trend.down(-points);
}

function statusOf(grade: string | null): 'pass' | 'warn' | 'fail' | 'unknown' {
  if (grade === null) return 'unknown';
  if (grade.startsWith('A')) return 'pass';
  return grade === 'B' || grade === 'C' ? 'warn' : 'fail';
}
