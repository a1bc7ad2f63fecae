import { Popover, UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useGet } from '../api/queries.ts';
import { Icon } from '../parts/icon.tsx';
import { texts } from '../texts/shell.ts';
import classes from './bell.module.css';

const BellPanel = lazy(() => import('./bell-panel.tsx'));
const EVERY_MS = 60_000;

/** Counts the notifications that are unread, and shows the newest. */
export function Bell() {
  const [opened, setOpened] = useState(false);
  const { data } = useGet('GET /api/notifications', { limit: 1 }, { everyMs: EVERY_MS });
  const unread = data?.unread ?? 0;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={380} shadow="md" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <UnstyledButton className={classes.bell} aria-label={texts.unread(unread)} onClick={() => setOpened(!opened)}>
          <Icon name="notifications" size={20} />
          {unread > 0 && <span className={classes.count} aria-hidden="true">{unread > 99 ? '99+' : unread}</span>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={texts.notifications.title}><Suspense><BellPanel unread={unread} onClose={() => setOpened(false)} /></Suspense></Popover.Dropdown>
    </Popover>
  );
}
