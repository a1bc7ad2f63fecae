import { texts } from '../texts/lookalikes.ts';
import classes from './lookalikes.module.css';
import { statusOfFigure } from './record-status.ts';

const MOST = 100;

/** A figure from 0 to 100 as number and length; `says` is what it stands for. */
export function Figure({ value, says }: { value: number; says: string }) {
  return (
    <span className={classes.figure} data-status={statusOfFigure(value)} title={`${says}: ${texts.figure(value, MOST)}`}>
      <span className={classes.number}>{value}</span>
      <span className={classes.scale} aria-hidden="true"><span style={{ width: `${value}%` }} /></span>
    </span>
  );
}
