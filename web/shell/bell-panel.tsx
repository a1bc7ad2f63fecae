import { Link } from '@tanstack/react-router';
import { useGet, useSend } from '../api/queries.ts';
import { Ago } from '../parts/ago.tsx';
import { Lines, Loaded } from '../parts/loaded.tsx';
import { NoticeLink } from '../parts/notice-link.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { StatusMark, type Status } from '../parts/status-badge.tsx';
import { texts as parts } from '../texts/parts.ts';
import { texts as shell } from '../texts/shell.ts';
import classes from './bell.module.css';

const SHOWN = 7;
const texts = shell.notifications;
const marks: Readonly<Record<keyof typeof parts.severities, Status>> = { critical: 'fail', high: 'fail', medium: 'warn', low: 'info', info: 'info' };

/** The newest notifications that are unread; going to one marks it as read. */
export default function BellPanel({ unread, onClose }: { unread: number; onClose: () => void }) {
  const query = useGet('GET /api/notifications', { limit: SHOWN, unread: 'true' });
  const mark = useSend('POST /api/notifications/read', ['GET /api/notifications']);
  return (
    <>
      <div className={classes.head}>
        <strong>{texts.title}</strong>
        {unread > 0 && <button type="button" className={classes.markAll} disabled={mark.isPending} onClick={() => mark.mutate({ all: true })}>{texts.markAll}</button>}
      </div>
      {mark.error && <ProblemNote error={mark.error} what={texts.markFailed} />}
      <Loaded of={query} what={texts.what} skeleton={<Lines count={4} />}>
        {({ data }) => data.length === 0 ? <p className={classes.none}>{texts.none}</p> : (
          <ul className={classes.list}>
            {data.map(notice => (
              <li key={notice.id}>
                <NoticeLink of={notice} className={classes.notice} onClick={() => { mark.mutate({ ids: [notice.id] }); onClose(); }}>
                  <StatusMark status={marks[notice.severity]} label={parts.severities[notice.severity]} /><span>{notice.title}</span><small><Ago at={notice.createdAt} /></small>
                </NoticeLink>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Link to="/notifications" className={classes.all} onClick={onClose}>{texts.all}</Link>
    </>
  );
}
