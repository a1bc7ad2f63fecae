import { texts } from '../texts/parts.ts';
import classes from './status-badge.module.css';

/** The status of something. `unknown`: the lookup failed, which says nothing about the thing; `off`: not checked, or does not apply. */
export type Status = 'pass' | 'fail' | 'warn' | 'info' | 'unknown' | 'off';

/** A shape of its own for each status, on a ground of 16 by 16: colour is never alone. */
const shapes: Readonly<Record<Status, { ground: string; sign: string }>> = {
  pass: { ground: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1', sign: 'm4.8 8.2 2.2 2.2 4.2-4.6' },
  fail: { ground: 'M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z', sign: 'm5.6 5.6 4.8 4.8m0-4.8-4.8 4.8' },
  warn: { ground: 'M8 1.2 15.4 14.6H.6z', sign: 'M8 6v4m0 2.2v.1' },
  info: { ground: 'M3 1h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2', sign: 'M8 7.2v4.2m0-6.8v.1' },
  unknown: { ground: 'M8 .6 15.4 8 8 15.4.6 8z', sign: 'M6.3 6.3c.2-2.2 3.5-2 3.4 0-.1 1.2-1.7 1.2-1.7 2.6m0 1.9v.1' },
  off: { ground: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1', sign: 'M5 8h6' },
};

/** The shape of a status alone, for dense tables; `label` is what screen readers say. */
export function StatusMark({ status, label = texts.status[status] }: { status: Status; label?: string }) {
  const { ground, sign } = shapes[status];
  return (
    <svg className={classes.mark} data-status={status} width={16} height={16} viewBox="0 0 16 16" role="img" aria-label={label}>
      <path className={classes.ground} d={ground} />
      <path className={classes.sign} d={sign} />
    </svg>
  );
}

/** A status as word, shape and colour; `word` is the one of the area, such as "Missing". */
export function StatusBadge({ status, word = texts.status[status] }: { status: Status; word?: string }) {
  const { ground, sign } = shapes[status];
  return (
    <span className={classes.badge} data-status={status}>
      <svg className={classes.mark} width={14} height={14} viewBox="0 0 16 16" aria-hidden="true">
        <path className={classes.ground} d={ground} />
        <path className={classes.sign} d={sign} />
      </svg>
      {word}
    </span>
  );
}
