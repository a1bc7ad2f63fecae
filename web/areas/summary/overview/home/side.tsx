import { Progress, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRunKinds } from '../../../../area.ts';
import { useGet } from '../../../../api/queries.ts';
import type { Session } from '../../../../api/session.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { texts } from '../texts/overview.ts';
import classes from './overview.module.css';

const EVERY_MS = 5000;
const SHOWN = 5;

/** Runs that go on now. */
export function UnderWay() {
  const kinds = useRunKinds();
  const runs = useGet('GET /api/runs', { status: 'running', limit: SHOWN }, { everyMs: EVERY_MS });
  return (
    <section className={classes.card} aria-labelledby="overview-runs">
      <div className={classes.cardHead}>
        <Title order={2} id="overview-runs" className={classes.cardTitle}>{texts.runs}</Title>
        <Link to="/runs">{texts.allRuns}</Link>
      </div>
      <Loaded of={runs} what={texts.runsWhat}>
        {({ data }) => (data.length === 0 ? <p className={classes.nothing}>{texts.runsNone}</p> : (
          <ul className={classes.rows}>{data.map(({ id, kind, subject, progress: { done, total } }) => (
            <li key={id}>
              <Link to="/runs/$id" params={{ id }} className={classes.row}>
                <span className={classes.rowWords}>
                  <span className={classes.rowTitle}>{subject.label}</span>
                  <span className={classes.rowNote}>{kinds.get(kind)?.label() ?? kind} · {texts.step(done, total)}</span>
                </span>
              </Link>
            </li>
          ))}</ul>
        ))}
      </Loaded>
    </section>
  );
}

/** What is left of the day's checks and scans. */
export function Allowances({ of }: { of: Session['allowances'] }) {
  return (
    <section className={classes.card} aria-labelledby="overview-left">
      <Title order={2} id="overview-left" className={classes.cardTitle}>{texts.allowances}</Title>
      <dl className={classes.left}>{of.map(({ name, remaining, max }) => (
        <div key={name}>
          <dt>{texts.allowance[name]}</dt>
          <dd>{texts.left(remaining, max)}</dd>
          <dd className={classes.leftBar}><Progress size="xs" value={max === 0 ? 0 : (remaining / max) * 100} aria-label={`${texts.allowance[name]}: ${texts.left(remaining, max)}`} /></dd>
        </div>
      ))}</dl>
      <p className={classes.rowNote}>{texts.resets}</p>
    </section>
  );
}
