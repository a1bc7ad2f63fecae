import type { Message } from '../notice.ts';

const MAX_BYTES = 60 * 1024;
/** Of a message that tells several notices. */
export const DIGEST_TYPE = 'notification.digest';

/** The payload after the Standard Webhooks specification: the kind of the notification as its type, and everything that is known of it. */
export function webhookBody({ at, notices, total }: Message): string {
  if (total === 1) {
    const [{ kind, createdAt, ...data }] = notices;
    return JSON.stringify({ type: kind, timestamp: createdAt, data });
  }
  const fitting: object[] = [];
  let bytes = 0;
  for (const notice of notices) {
    bytes += Buffer.byteLength(JSON.stringify(notice)) + 1;
    if (bytes > MAX_BYTES) break;
    fitting.push(notice);
  }
  return JSON.stringify({ type: DIGEST_TYPE, timestamp: at, data: { total, notifications: fitting } });
}
