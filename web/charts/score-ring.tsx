import { arc } from 'd3-shape';
import type { Grade } from '../api/types.ts';
import type { Status } from '../parts/status-badge.tsx';
import { texts } from '../texts/charts.ts';
import classes from './charts.module.css';

interface ScoreRingProps {
  score: number | null;
  grade: Grade | null;
  provisional?: boolean;
  sizePx?: number;
}

const FULL = 2 * Math.PI;

/** The score as a ring with the grade in its middle; a broken ring where too little could be judged, a grey or paler one where the grade is missing or may change. */
export function ScoreRing({ score, grade, provisional = false, sizePx = 112 }: ScoreRingProps) {
  const radius = sizePx / 2;
  const widthPx = Math.max(4, Math.round(sizePx / 14));
  const ring = (share: number) => arc()({ startAngle: 0, endAngle: FULL * share, innerRadius: radius - widthPx, outerRadius: radius })!;
  const small = sizePx < 72;
  return (
    <svg className={classes.ring} data-status={statusOfGrade(grade)} data-provisional={provisional || undefined} width={sizePx} height={sizePx} role="img" aria-label={texts.ring.label(score, grade, provisional)}>
      <g transform={`translate(${radius} ${radius})`}>
        {score === null
          ? <circle className={classes.ringUnknown} r={radius - widthPx / 2} strokeWidth={widthPx} strokeDasharray={`${widthPx} ${widthPx}`} />
          : <><path className={classes.ringTrack} d={ring(1)} /><path className={classes.ringScore} d={ring(Math.max(score, 1) / 100)} /></>}
        <text className={classes.ringGrade} y={small ? 0 : -sizePx * 0.07} fontSize={sizePx * (small ? 0.36 : 0.34)}>{grade ?? '?'}</text>
        {small ? null : <text className={classes.ringOf} y={sizePx * 0.2} fontSize={12}>{score === null ? texts.ring.none : texts.ring.of(score)}</text>}
      </g>
    </svg>
  );
}

function statusOfGrade(grade: Grade | null): Status {
  if (grade === null) return 'unknown';
  if (grade === 'A+' || grade === 'A') return 'pass';
  return grade === 'B' || grade === 'C' ? 'warn' : 'fail';
}
