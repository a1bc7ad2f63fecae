import { StatusMark, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/exposure.ts';
import type { Latest } from '../types.ts';
import classes from './exposure.module.css';

const { answer: words } = texts;

/** Am I safe, what changed, what next. Accepted findings and advice do not count. */
export function Answer({ of }: { of: Latest | null }) {
  if (of === null) return <p className={classes.answer}><span className={classes.item}><StatusMark status="unknown" />{words.never}</span></p>;
  const { difference: { previousScanId, counts }, findings, scan: { state } } = of;
  const counted = findings.filter(({ exception, severity }) => exception === null && severity !== 'info');
  const urgent = counted.filter(({ severity }) => severity === 'critical' || severity === 'high').length;
  const [status, says]: [Status, string] = urgent > 0 ? ['fail', words.urgent(urgent)]
    : counted.length > 0 ? ['warn', words.open(counted.length)]
      : state === 'partial' ? ['unknown', words.partly] : ['pass', words.calm];
  const first = counted[0];
  return (
    <p className={classes.answer}>
      <span className={classes.item}><StatusMark status={status} />{says}</span>
      <span>{previousScanId === null ? words.first : words.changed(counts.new + counts.changed + counts.resolved + counts.reopened)}</span>
      {first && <a href={`#${first.id}`}>{words.next(first.title)}</a>}
    </p>
  );
}
