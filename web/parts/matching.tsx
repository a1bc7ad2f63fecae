import { texts } from '../texts/parts.ts';
import classes from './matching.module.css';

interface MatchingProps {
  /** How many rows the filters match, by the service; undefined while that is not known, or nothing is filtered. */
  of: number | undefined;
  /** How many there are without filters; left out where the filters do more than narrow. */
  all?: number | undefined;
}

/** How much of a list its filters match. It stands with the list: the head of a page speaks for everything, whatever is filtered. */
export function Matching({ of, all }: MatchingProps) {
  if (of === undefined || of === 0) return null;
  return <p className={classes.matching} role="status">{texts.matching(of, all)}</p>;
}
