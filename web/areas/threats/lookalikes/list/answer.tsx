import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useGet } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { StatusMark } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/lookalikes.ts';
import classes from './lookalikes.module.css';
import { RISKY } from './record-status.ts';
import type { LookalikePage } from '../types.ts';

const WEEK_MS = 7 * 86_400_000;

/** Whether somebody imitates the domain, what changed this week, and what is to be judged. */
export function Answer({ id, of: { counts, sweep } }: { id: string; of: LookalikePage }) {
  const words = texts.answer;
  const [weekAgo] = useState(() => new Date(Date.now() - WEEK_MS).toISOString());
  const changes = useGet('GET /api/domains/{id}/lookalike-events/summary', { id, from: weekAgo }).data?.data.total;
  const waiting = useGet('GET /api/domains/{id}/lookalikes', { id, review: 'new', minRisk: RISKY, limit: 1 }).data?.matching;
  const [imitating, back] = [counts.impersonating ?? 0, counts.reEmerged ?? 0];
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const isSwept = sweep !== null && sweep.sweptAt !== null;
  if (!isSwept && all === 0) return <p className={classes.answer}><span className={classes.item}><StatusMark status="unknown" />{words.never}</span></p>;
  return (
    <p className={classes.answer}>
      {imitating > 0 && <span className={classes.item}><StatusMark status="fail" /><Link to="/domains/$id/lookalikes" params={{ id }} search={{ state: 'impersonating' }}>{words.imitated(imitating)}</Link></span>}
      {back > 0 && <span className={classes.item}><StatusMark status="fail" /><Link to="/domains/$id/lookalikes" params={{ id }} search={{ state: 'reEmerged' }}>{words.returned(back)}</Link></span>}
      {imitating + back === 0 && <span className={classes.item}><StatusMark status={isSwept ? 'pass' : 'unknown'} />{isSwept ? words.calm : words.unknown}</span>}
      {changes !== undefined && (changes === 0 ? <span>{words.changes(0)}</span> : <Link to="/domains/$id/lookalikes" params={{ id }} hash="lookalike-events">{words.changes(changes)}</Link>)}
      {waiting !== undefined && (waiting === 0
        ? <span>{words.reviewed}</span>
        : <Link to="/domains/$id/lookalikes" params={{ id }} search={{ review: 'new', minRisk: String(RISKY) }}>{words.review(waiting)}</Link>)}
    </p>
  );
}

/** How many names are looked for, when they last were, and when they will be again. */
export function Coverage({ of: sweep }: { of: LookalikePage['sweep'] }) {
  const words = texts.sweep;
  if (sweep === null) return null;
  if (sweep.sweptAt === null && sweep.names === 0) return sweep.nextAt === null ? null : <span>{words.first} <Ago at={sweep.nextAt} /></span>;
  return (
    <span>
      {sweep.sweptAt === null ? words.partly(sweep.names) : <>{words.done(sweep.names)} <Ago at={sweep.sweptAt} /></>}
      {sweep.nextAt === null ? <>. {words.unwatched}</> : <>, {words.next} <Ago at={sweep.nextAt} /></>}
      {sweep.leftOut > 0 && <>{sweep.nextAt === null ? ' ' : '. '}{words.leftOut(sweep.leftOut)}</>}
    </span>
  );
}
