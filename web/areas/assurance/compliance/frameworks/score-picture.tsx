import classes from '../compliance.module.css';
import { texts } from '../texts/compliance.ts';

const [LEAST, CONDITIONAL, MOST, DEAREST] = [-203, 88, 110, 5];
const WIDTH = MOST - LEAST;
const words = texts.sprs;

/** Where the score stands between the least and the most, how far the dearest controls would bring it, and from where on the status is conditional. */
export function ScorePicture({ score, gains }: { score: number; gains: number }) {
  const at = (of: number): number => of - LEAST;
  return (
    <svg className={classes.picture} viewBox={`-8 0 ${WIDTH + 20} 30`} role="img" aria-label={words.picture(score)}>
      <rect className={classes.ground} y="10" width={WIDTH} height="8" rx="2" />
      <rect className={classes.gain} y="10" x={at(score)} width={Math.min(gains, MOST - score)} height="8" opacity="0.5" />
      <rect className={classes.done} y="10" width={at(score)} height="8" rx="2" />
      <line className={classes.limit} x1={at(CONDITIONAL)} x2={at(CONDITIONAL)} y1="7" y2="21" />
      <text x="0" y="28" textAnchor="start">{LEAST}</text>
      <text x={at(0)} y="28" textAnchor="middle">{0}</text>
      <text x={WIDTH} y="28" textAnchor="middle">{MOST}</text>
      <text x={at(CONDITIONAL)} y="6" textAnchor="end">{words.conditionalFrom}</text>
    </svg>
  );
}

/** What a control costs, beside the dearest. */
export function PointsBar({ points }: { points: number }) {
  return (
    <svg className={classes.points} viewBox={`0 0 ${DEAREST} 1`} preserveAspectRatio="none" aria-hidden="true">
      <rect className={classes.ground} width={DEAREST} height="1" />
      <rect className={classes.gain} width={points} height="1" />
    </svg>
  );
}
