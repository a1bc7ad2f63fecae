import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { FollowButton } from '../follow-button.tsx';
import { statusOfLevel } from '../record-status.ts';
import classes from '../status.module.css';
import { texts } from '../texts/status.ts';
import { whyUnknown } from '../why-unknown.ts';
import type { BoardRow } from './rows.ts';

const MOST_NAMED = 3;

/** One service in a line: its level, what is affected, and whether it is followed. */
export function ServiceRow({ row: { name, level, service, follow } }: { row: BoardRow }) {
  return (
    <li>
      <span className={classes.level}><StatusBadge status={statusOfLevel[level]} word={texts.levels[level]} /></span>
      <span className={classes.words}>
        <span className={classes.name}>{service === null
          ? <a href={follow!.pageUrl} target="_blank" rel="noreferrer">{name}</a>
          : <Link to="/status/services/$slug" params={{ slug: service.slug }}>{name}</Link>}</span>
        <span className={classes.quiet}>{details({ name, level, service, follow }).filter(part => part !== null).join(' · ')}</span>
      </span>
      <span className={classes.tools}><FollowButton name={name} slug={service?.feed ? service.slug : null} follow={follow} /></span>
    </li>
  );
}

function details({ level, service, follow }: Pick<BoardRow, 'name' | 'level' | 'service' | 'follow'>): (string | null)[] {
  const names = service?.affected.slice(0, MOST_NAMED).map(one => one.name) ?? [];
  return [
    service === null ? texts.ownCategory : texts.categories[service.category],
    follow === null ? null : texts.following,
    level !== 'unknown' ? null : unknownBecause(follow ?? service?.feed ?? null),
    names.length === 0 ? null : texts.affected(names.join(', '), service!.affectedCount - names.length),
    service !== null && service.activeIncidents > 0 ? texts.incidents(service.activeIncidents) : null,
    follow !== null && follow.level !== level ? texts.followedLevel(texts.levels[follow.level]) : null,
  ];
}

function unknownBecause(feed: Parameters<typeof whyUnknown>[0]): string {
  return { notYet: texts.notRead, failed: texts.unreadable(feed?.failure ?? ''), unclear: texts.unclear, noFeed: texts.noFeed }[whyUnknown(feed)];
}
