import type { z } from 'zod';
import { schemaOf, type Components } from './schemas.ts';

/** One kind of message that webhooks are sent. */
export interface WebhookEvent {
  /** What `type` says; `*` stands for a part that differs. */
  type: string;
  description: string;
  /** The member `data` of the message. */
  data: z.ZodType;
}

const header = (name: string, description: string) => ({ name, in: 'header', required: true, schema: { type: 'string' }, description });

const headers = [
  header('webhook-id', 'Names the message; the same when it is sent again'),
  header('webhook-timestamp', 'When it was sent, in seconds since 1970'),
  header('webhook-signature', 'HMAC-SHA256 over `id.timestamp.body` with each secret that is valid: `v1,` and base64, with spaces between'),
];

/** Describes the request that a receiver gets, after the Standard Webhooks specification. */
export function describeWebhook({ type, description, data }: WebhookEvent, components: Components): object {
  const typeSchema = type.includes('*')
    ? { type: 'string', pattern: `^${type.replaceAll('.', '\\.').replaceAll('*', '.+')}$` } : { type: 'string', const: type };
  return {
    operationId: `webhook.${type.replace('.*', '')}`,
    summary: type,
    description,
    tags: ['notifications'],
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { type: typeSchema, timestamp: { type: 'string', format: 'date-time' }, data: schemaOf(data, 'output', `webhook.${type}`, components) },
            required: ['type', 'timestamp', 'data'],
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Taken' },
      410: { description: 'Never send here again: the channel is turned off' },
      '4XX': { description: 'Not taken; it is sent again later' },
    },
  };
}
