import { Link } from '@tanstack/react-router';
import { useGet } from '../api/queries.ts';
import { Icon } from '../parts/icon.tsx';
import { texts } from '../texts/en/shell.ts';
import classes from './bell.module.css';

const EVERY_MS = 60_000;

/** Leads to the notifications and counts those that are unread. */
export function Bell() {
  const { data } = useGet('GET /api/notifications', { limit: 1 }, { everyMs: EVERY_MS });
  const unread = data?.unread ?? 0;
  return (
    <Link to="/notifications" className={classes.bell} aria-label={texts.unread(unread)}>
      <Icon name="notifications" size={20} />
      {unread > 0 && <span className={classes.count} aria-hidden="true">{unread > 99 ? '99+' : unread}</span>}
    </Link>
  );
}
