import classes from './lookalikes.module.css';
import { differing } from './spelling.ts';

/** A name with what differs from `own` marked. */
export function Spelled({ name, own }: { name: string; own: string }) {
  const [before, middle, after] = differing(name, own);
  return <>{before}{middle === '' ? null : <mark className={classes.differs}>{middle}</mark>}{after}</>;
}
