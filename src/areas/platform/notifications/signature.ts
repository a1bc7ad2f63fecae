import { createHmac } from 'node:crypto';

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** A new secret of a webhook after the Standard Webhooks specification: `whsec_` and 32 bytes in base64. */
export function makeWebhookSecret(randomBytes: (size: number) => Buffer): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The headers that prove a message: one signature for each secret that is valid now, the newest first. */
export function signedHeaders(id: string, now: number, body: string, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
