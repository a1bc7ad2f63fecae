import { Link } from '@tanstack/react-router';
import { StatusMark, type Status } from '../../../../parts/status-badge.tsx';
import classes from '../site-audit.module.css';
import { texts } from '../texts/audit.ts';
import type { Results } from '../types.ts';

const { answer: words } = texts;

/** Am I safe, what changed, what next; checks that are advice do not count. */
export function Answer({ of, domainId }: { of: Results | null; domainId: string }) {
  if (of === null) return <p className={classes.answer}><span className={classes.item}><StatusMark status="unknown" />{words.never}</span></p>;
  const counted = of.checks.filter(({ severity }) => severity !== 'info');
  const urgent = counted.filter(({ severity }) => severity === 'critical' || severity === 'high').length;
  const [status, says]: [Status, string] = urgent > 0 ? ['fail', words.urgent(urgent)] : counted.length > 0 ? ['warn', words.open(counted.length)] : of.audit.cut === 'signedOut' ? ['unknown', words.signedOut] : of.score.value === null ? ['unknown', words.unread] : ['pass', words.calm];
  const first = counted[0];
  return (
    <p className={classes.answer}>
      <span className={classes.item}><StatusMark status={status} />{says}</span>
      <span>{of.change === null ? words.first : words.changed(of.change.new, of.change.fixed)}</span>
      {first && <Link to="/domains/$id/site/issues/$check" params={{ id: domainId, check: first.id }}>{words.next(first.title)}</Link>}
    </p>
  );
}
