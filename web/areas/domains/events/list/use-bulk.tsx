import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useSend } from '../../../../api/queries.ts';
import { texts } from '../texts/events.ts';
import { refreshes } from './decide.tsx';

/** How long a decision can be taken back: what is authorized stays so, and it is sent only then. */
const UNDO_MS = 8000;
const NOTICE = 'events-bulk';

export interface Bulk {
  ids: readonly string[];
  decision: 'authorize' | 'deny';
  reason?: string;
}

/** Decides on many events once the time to take it back is over, at once where the page is left before. */
export function useBulk(): (bulk: Bulk, onUndo: () => void) => void {
  const send = useSend('POST /api/domain-events/decide', [...refreshes, 'GET /api/domain-events/shared']);
  const waiting = useRef<{ timer: number; run: () => void } | null>(null);
  const flush = useRef(() => {});
  flush.current = () => {
    const { current } = waiting;
    waiting.current = null;
    if (!current) return;
    window.clearTimeout(current.timer);
    current.run();
  };
  useEffect(() => {
    // The browser asks whether to leave, and by then the decision is on its way.
    const leave = (event: BeforeUnloadEvent): void => {
      if (!waiting.current) return;
      event.preventDefault();
      flush.current();
    };
    window.addEventListener('beforeunload', leave);
    return () => {
      window.removeEventListener('beforeunload', leave);
      flush.current();
    };
  }, []);
  return ({ ids, decision, reason }, onUndo) => {
    flush.current();
    const run = (): void => {
      notifications.update({ id: NOTICE, title: texts.bulk.doing[decision](ids.length), message: '', autoClose: UNDO_MS });
      send.mutate({ ids: [...ids], decision, ...(reason === undefined ? {} : { reason }) }, {
      onSuccess: ({ data: { decided, skipped } }) => notifications.update({ id: NOTICE, title: texts.bulk.done[decision](decided), message: skipped.length > 0 ? texts.bulk.skipped(skipped.length) : '', autoClose: UNDO_MS }),
      onError: error => {
        onUndo();
        notifications.update({ id: NOTICE, color: 'red', title: texts.bulk.failed, message: error.message, autoClose: false });
      },
    });
    };
    const undo = (): void => {
      if (waiting.current) window.clearTimeout(waiting.current.timer);
      waiting.current = null;
      notifications.hide(NOTICE);
      onUndo();
    };
    waiting.current = { timer: window.setTimeout(() => flush.current(), UNDO_MS), run };
    notifications.hide(NOTICE);
    notifications.show({ id: NOTICE, title: texts.bulk.doing[decision](ids.length), message: <Group mt={4}><Button size="compact-sm" variant="default" onClick={undo}>{texts.bulk.undo}</Button></Group>, autoClose: false, withCloseButton: false });
  };
}
