import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import classes from '../compliance.module.css';
import { texts } from '../texts/compliance.ts';
import type { Framework } from '../types.ts';
import { PointsBar, ScorePicture } from './score-picture.tsx';

const SHOWN = 5;
const words = texts.sprs;

/** The score of the DoD, what it allows, and what would raise it most. */
export function Score({ sprs: { score, status, deductions, blockers } }: { sprs: NonNullable<Framework['sprs']> }) {
  return (
    <div>
      <p className={classes.quiet}>{words.title}</p>
      <p className={classes.score}>{score === null ? words.noPlan : words.score(score)}</p>
      {score !== null && <ScorePicture score={score} gains={deductions.slice(0, SHOWN).reduce((sum, { points }) => sum + points, 0)} />}
      <StatusBadge status={status === 'final' ? 'pass' : status === 'conditional' ? 'warn' : 'fail'} word={status === 'none' ? words.status.none(blockers.length) : words.status[status]} />
      {deductions.length > 0 && <p>{words.most}</p>}
      <ul className={classes.list}>
        {deductions.slice(0, SHOWN).map(({ control, title, points }, at) => (
          <li key={control}>
            <Control control={control} /> <span>{title}</span> <PointsBar points={points} /> <span className={classes.quiet}>{words.points(points)}</span>
            {score !== null && <> <span className={classes.quiet}>{words.raised(score + deductions.slice(0, at + 1).reduce((sum, one) => sum + one.points, 0))}</span></>}
          </li>
        ))}
        {deductions.length > SHOWN && <li className={classes.quiet}>{words.more(deductions.length - SHOWN)}</li>}
      </ul>
      {blockers.length > 0 && <p>{words.blockers}</p>}
      <ul className={classes.list}>
        {blockers.slice(0, SHOWN).map(({ control, title, reason }) => <li key={control ?? reason}>{control !== null && <Control control={control} />} <span>{title}</span> <span className={classes.quiet}>{words.reasons[reason]}</span></li>)}
        {blockers.length > SHOWN && <li className={classes.quiet}>{words.more(blockers.length - SHOWN)}</li>}
      </ul>
    </div>
  );
}

function Control({ control }: { control: string }) {
  return <Link to="/compliance/frameworks/$framework" params={{ framework: 'cmmc-l2' }} search={{ search: control }}>{control}</Link>;
}
