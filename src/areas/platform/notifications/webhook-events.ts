import { z } from 'zod';
import { NotificationRecord } from './shapes.ts';
import { DIGEST_TYPE } from './templates/webhook.ts';

const Notice = NotificationRecord.omit({ readAt: true }).meta({ id: 'WebhookNotice' });
const WebhookData = Notice.omit({ kind: true, createdAt: true }).meta({ id: 'WebhookData' });
const Digest = z.object({ total: z.int().describe('How many were collected; the message has as many as fit into it'), notifications: z.array(Notice) }).meta({ id: 'WebhookDigest' });

/** Every message that a webhook can be sent: one for each kind of notification, and the digest. */
export function webhookEvents(kinds: Readonly<Record<string, string>>): { type: string; description: string; data: z.ZodType }[] {
  return [
    ...Object.entries(kinds).map(([type, description]) => ({ type, description, data: WebhookData })),
    { type: 'channel.test', description: 'A test of the channel, sent on request.', data: WebhookData },
    { type: DIGEST_TYPE, description: 'Several notifications that were collected, most severe first.', data: Digest },
  ];
}
