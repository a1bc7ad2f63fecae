import { notifications } from '@mantine/notifications';
import type { InputOf } from '../../../../api/client.ts';
import { useSend } from '../../../../api/queries.ts';
import type { Alert } from './types.ts';

/** What may be said of an alert. */
export type Change = Omit<InputOf<'PATCH /api/alerts/{id}'>, 'id'>;

const DAY_MS = 86_400_000;
/** How long an alert can be muted, in milliseconds. */
export const mutes = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS, quarter: 90 * DAY_MS } as const;
const refreshes = ['GET /api/alerts', 'GET /api/alerts/{id}', 'GET /api/alerts/summary', 'GET /api/overview'] as const;

export function mutedFor(name: keyof typeof mutes): Change {
  return { mutedUntil: new Date(Date.now() + mutes[name]).toISOString() };
}

/** Changes alerts, and says what was done. */
export function useAlertChange(onError?: (error: Error, alert: Alert) => void) {
  const { mutate, isPending, error } = useSend('PATCH /api/alerts/{id}', refreshes);
  const change = (alert: Alert, what: Change, done: string): void => mutate({ id: alert.id, ...what }, {
    onSuccess: () => void notifications.show({ title: done, message: alert.title }),
    ...(onError && { onError: (failed: Error) => onError(failed, alert) }),
  });
  return { change, isPending, error };
}
