import { ActionIcon, Title, Tooltip } from '@mantine/core';
import type { Notice } from '../../../../area.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { NoticeLink } from '../../../../parts/notice-link.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/notifications.ts';
import { byDay } from './by-day.ts';
import classes from './notifications.module.css';

const marks: Readonly<Record<Notice['severity'], Status>> = { critical: 'fail', high: 'fail', medium: 'warn', low: 'info', info: 'info' };

interface NoticeDaysProps {
  title: string;
  notices: readonly Notice[];
  /** Marks one as read; without it they are. */
  onRead?: (id: string) => void;
}

/** Notifications under the days on which they came. */
export function NoticeDays({ title, notices, onRead }: NoticeDaysProps) {
  return (
    <>
      <Title order={2}>{title}</Title>
      {byDay(notices, Date.now()).map(({ day, rows }) => (
        <div key={day} className={classes.day}>
          <Title order={3} className={classes.date}>{day}</Title>
          <ul className={classes.list}>{rows.map(notice => <Row key={notice.id} of={notice} onRead={onRead && (() => onRead(notice.id))} />)}</ul>
        </div>
      ))}
    </>
  );
}

function Row({ of: notice, onRead }: { of: Notice; onRead: (() => void) | undefined }) {
  const { severity, title, body, createdAt } = notice;
  return (
    <li className={classes.row} data-unread={onRead ? true : undefined}>
      <span className={classes.severity}><StatusBadge status={marks[severity]} word={texts.severities[severity]} /></span>
      <div className={classes.words}>
        <NoticeLink of={notice} className={classes.link} {...(onRead ? { onClick: onRead } : {})}>{title}</NoticeLink>
        <p className={classes.body}>{body}</p>
      </div>
      <span className={classes.at}><Ago at={createdAt} /></span>
      <span>
        {onRead && <Tooltip label={texts.mark}><ActionIcon variant="default" aria-label={texts.markOf(title)} onClick={onRead}><Icon name="check" size={15} /></ActionIcon></Tooltip>}
      </span>
    </li>
  );
}
