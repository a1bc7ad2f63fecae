import { Link } from '@tanstack/react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import type { DataOf } from '../../../../api/client.ts';
import { StatusMark, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/inventory.ts';
import classes from './domains.module.css';

type Answer = DataOf<'GET /api/domains/summary'>;

/** The state of the inventory in a line; each number leads to its rows. The list below says when it could not be loaded. */
export function Summary({ of: { data } }: { of: UseQueryResult<Answer> }) {
  if (data === undefined) return null;
  const { domains, worst: { critical, high, medium, low }, withoutIssues, ungraded, changed, neverChecked } = data.data;
  if (domains === 0) return <span>{texts.summary.none}</span>;
  const words = texts.summary;
  return (
    <span className={classes.summary}>
      <Item status={null} count={domains}><Link to="/domains">{words.all(domains)}</Link></Item>
      <Item status="fail" count={critical}><Link to="/domains" search={{ worst: 'critical' }}>{words.critical(critical)}</Link></Item>
      <Item status="fail" count={high}><Link to="/domains" search={{ worst: 'high' }}>{words.high(high)}</Link></Item>
      <Item status="warn" count={medium}><Link to="/domains" search={{ worst: 'medium' }}>{words.medium(medium)}</Link></Item>
      <Item status="info" count={low}><Link to="/domains" search={{ worst: 'low' }}>{words.low(low)}</Link></Item>
      <Item status="warn" count={changed}><Link to="/domains" search={{ sort: '-openEvents' }}>{words.changed(changed)}</Link></Item>
      <Item status="pass" count={withoutIssues}><Link to="/domains" search={{ worst: 'none' }}>{words.withoutIssues(withoutIssues)}</Link></Item>
      <Item status="unknown" count={ungraded}><Link to="/domains" search={{ sort: 'score' }}>{words.ungraded(ungraded)}</Link></Item>
      <Item status="off" count={neverChecked}><Link to="/runs">{words.waiting(neverChecked)}</Link></Item>
    </span>
  );
}

function Item({ status, count, children }: { status: Status | null; count: number; children: React.ReactNode }) {
  if (count === 0) return null;
  return <span className={classes.summaryItem}>{status && <StatusMark status={status} />}{children}</span>;
}
