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

/** Decides on many events once the time to take it back is over, at once where the page is left or the next decision comes before; `onOver` hears when it is taken back, has failed, or is what the lists say. */
export function useBulk(): (bulk: Bulk, onOver: () => void) => void {
  const send = useSend('POST /api/domain-events/decide', [...refreshes, 'GET /api/domain-events/shared']);
  const waiting = useRef<{ timer: number; run: () => void } | null>(null);
  const latest = useRef<Bulk | null>(null);
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
  return (bulk, onOver) => {
    const { ids, decision, reason } = bulk;
    flush.current();
    latest.current = bulk;
    const isLatest = (): boolean => latest.current === bulk;
    // The notice of a later decision has the button that takes that one back.
    const tell = (notice: Parameters<typeof notifications.update>[0]): void => void (isLatest() ? notifications.update({ id: NOTICE, ...notice }) : notifications.show(notice));
    const run = (): void => {
      tell({ title: texts.bulk.doing[decision](ids.length), message: '', autoClose: UNDO_MS });
      send.mutateAsync({ ids: [...ids], decision, ...(reason === undefined ? {} : { reason }) }).then(({ data: { decided, skipped } }) => {
        onOver();
        if (isLatest() || skipped.length > 0) tell({ title: texts.bulk.done[decision](decided), message: skipped.length > 0 ? texts.bulk.skipped(skipped.length) : '', autoClose: UNDO_MS });
      }, (error: Error) => {
        onOver();
        tell({ color: 'red', title: texts.bulk.failed, message: error.message, autoClose: false });
      });
    };
    const undo = (): void => {
      if (waiting.current) window.clearTimeout(waiting.current.timer);
      waiting.current = null;
      notifications.hide(NOTICE);
      onOver();
    };
    waiting.current = { timer: window.setTimeout(() => flush.current(), UNDO_MS), run };
    notifications.hide(NOTICE);
    notifications.show({ id: NOTICE, title: texts.bulk.doing[decision](ids.length), message: <Group mt={4}><Button size="compact-sm" variant="default" onClick={undo}>{texts.bulk.undo}</Button></Group>, autoClose: false, withCloseButton: false });
  };
}
