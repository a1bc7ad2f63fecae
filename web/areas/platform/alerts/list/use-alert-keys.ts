import { notifications } from '@mantine/notifications';
import { useMayChange } from '../../../../api/may.ts';
import { usePageKeys } from '../../../../keys/page-keys.ts';
import { decidedRows, useRowKeys } from '../../../../keys/row-keys.ts';
import { texts } from '../texts/alerts.ts';
import type { Alert } from './types.ts';
import { mutedFor, useAlertChange, type Change } from './use-alert-change.ts';

/** The keys of the list of alerts: each does to the alert that has the focus what its buttons do. */
export function useAlertKeys(alerts: readonly Alert[]): void {
  const mayChange = useMayChange();
  const { change } = useAlertChange((error, { title }) => void notifications.show({ color: 'red', title: texts.changing(title), message: error.message }));
  const { keys, done } = texts;
  const say = (what: (alert: Alert) => readonly [change: Change, done: string] | null) => (): void => {
    const [id] = decidedRows();
    const alert = alerts.find(one => one.id === id);
    const said = alert === undefined || alert.state === 'cleared' ? null : what(alert);
    if (said !== null) change(alert!, ...said);
  };
  const rows = useRowKeys();
  usePageKeys([...rows, ...(mayChange ? [
    { keys: ['a'], label: keys.acknowledge, run: say(({ state }) => (state === 'open' ? [{ acknowledged: true }, done.acknowledged] : state === 'acknowledged' ? [{ acknowledged: false }, done.reopened] : null)) },
    { keys: ['m'], label: keys.mute, run: say(({ state }) => (state === 'muted' ? [{ mutedUntil: null }, done.unmuted] : [mutedFor('day'), done.muted])) },
    { keys: ['i'], label: keys.assign, run: say(({ assignee }) => (assignee === null ? [{ assigneeId: 'me' }, done.assigned] : [{ assigneeId: null }, done.released])) },
  ] : [])]);
}
