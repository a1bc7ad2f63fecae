import { Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Run } from '../../../../api/run.ts';
import { Grade } from '../../../../parts/grade.tsx';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { Facts } from '../../../../parts/facts.tsx';
import { texts as reportTexts } from '../../../domains/check/texts/report.ts';
import { texts } from '../texts/run.ts';
import classes from './run.module.css';

/** Where the whole of the result is. */
const pageOf = {
  domainScan: '/domains/$id', subdomainDiscovery: '/domains/$id/subdomains', lookalikeSweep: '/domains/$id/lookalikes', lookalikeCapture: '/domains/$id/lookalikes',
} as const satisfies Partial<Record<Run['kind'], string>>;

/** What came out of a run, with the way to the whole of it. */
export function ResultOf({ run: { kind, subject, result } }: { run: Run }) {
  if (typeof result !== 'object' || result === null) return null;
  const to = pageOf[kind];
  return (
    <section className={classes.section} aria-labelledby="run-result">
      <Title order={2} id="run-result">{texts.result}</Title>
      <div className={classes.result}>
        <Facts of={factsOf(result as Record<string, unknown>)} />
        <Button variant="default" renderRoot={props => <Link to={to} params={{ id: subject.id }} {...props} />}>{texts.seeResult}</Button>
      </div>
      <details className={classes.data}><summary>{texts.showJson}</summary><CodeBlock text={JSON.stringify(result, null, 2)} what={texts.copyJson} /></details>
    </section>
  );
}

function factsOf({ score, grade, issues, changed, unknown, added, zoneWalk, failed, names, found, candidates }: Record<string, unknown>): [string, React.ReactNode][] {
  const walk = zoneWalk as { names?: number } | undefined;
  return [
    [texts.score, grade === undefined ? null : <><Grade grade={grade as string | null} score={score as number | null} /> {score as number | null}</>],
    [texts.issues, issues as number ?? null],
    [texts.changed, changed === undefined ? null : changed === null ? texts.firstLook : (changed as string[]).length === 0 ? texts.nothingChanged : (changed as (keyof typeof reportTexts.records.names)[]).map(name => reportTexts.records.names[name] ?? name).join(', ')],
    [texts.unknown, Array.isArray(unknown) && unknown.length > 0 ? unknown.join('; ') : null],
    [texts.added, added as number ?? null],
    [texts.zoneWalk, walk?.names ?? null],
    [texts.failed, failed as number ?? null],
    [texts.lookedFor, names as number ?? null],
    [texts.found, found as number ?? null],
    [texts.candidates, candidates as number ?? null],
    [texts.untold, typeof unknown === 'number' && unknown > 0 ? unknown : null],
  ];
}
