import { topicOf, type AnyOperation } from '../../core/operation.ts';
import { describeOperation, describeStream, notModified, streamPathOf, type Described } from './operation.ts';
import { problemResponses, problemSchemas } from './problems.ts';
import type { Components } from './schemas.ts';
import { describeWebhook, type WebhookEvent } from './webhooks.ts';

/** An OpenAPI 3.1 document, as far as this program reads its own. */
export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; [member: string]: unknown };
  servers: { url: string; description: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, { post: object }>;
  components: {
    schemas: Components;
    responses: Record<string, object>;
    headers: Record<string, object>;
    securitySchemes: Record<string, object>;
  };
}

/** What the document says of the service around its operations. */
export interface About {
  version: string;
  /** Public origin, without a slash at the end. */
  baseUrl: string;
  /** Name of the cookie that holds a session. */
  cookieName: string;
  /** What operations are about, by the first part of their ids. */
  topics?: Readonly<Record<string, string>>;
  /** What channels of the kind `webhook` are sent. */
  webhooks?: readonly WebhookEvent[];
}

/** The OpenAPI 3.1 document of `operations`; their aliases stand in it as deprecated. */
export function openapiOf(operations: readonly AnyOperation[], { version, baseUrl, cookieName, topics = {}, webhooks = [] }: About): OpenApi {
  const schemas: Components = problemSchemas();
  const paths: OpenApi['paths'] = {};
  for (const operation of operations) {
    const method = operation.method.toLowerCase();
    (paths[operation.path] ??= {})[method] = describeOperation(operation, schemas);
    const streamPath = streamPathOf(operation);
    if (streamPath !== null) paths[streamPath] = { get: describeStream(operation, schemas, streamPath) };
    for (const [index, alias] of (operation.aliases ?? []).entries()) {
      (paths[alias] ??= {})[method] = describeOperation(operation, schemas, { path: alias, number: index + 1 });
    }
  }
  const sent = Object.fromEntries(webhooks.map(event => [event.type, { post: describeWebhook(event, schemas) }]));
  const tags = [...new Set(operations.map(({ id }) => topicOf(id)))].toSorted();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Domain Security Service',
      version,
      description: 'Checks domains against live DNS and says what is wrong and how to fix it. '
        + 'Every reply carries `success` and the header `X-Request-Id`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Documentation and contact', url: `${baseUrl}/docs` },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags: tags.map(name => ({ name, ...(topics[name] ? { description: topics[name] } : {}) })),
    paths,
    webhooks: sent,
    components: {
      schemas,
      responses: { ...problemResponses(requestId), [notModified]: { description: 'Still the same as what `If-None-Match` names', headers: { 'X-Request-Id': requestId, ETag: { $ref: '#/components/headers/ETag' } } } },
      headers: sharedHeaders,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'svc_ and 64 hexadecimal characters', description: 'An API key of the account' },
        session: {
          type: 'apiKey', in: 'cookie', name: cookieName, description: 'The session of a signed-in person; changes need the Origin of the service',
        },
      },
    },
  };
}

const requestId = { $ref: '#/components/headers/RequestId' };

const sharedHeaders = {
  RequestId: { description: 'Names this request in logs and to the operator', required: true, schema: { type: 'string' } },
  RateLimit: { description: 'What is left of the hourly limit, and of the daily allowance that the call spent from, with a comma between them: `"name";r=left;t=seconds until it resets`', schema: { type: 'string' } },
  RateLimitPolicy: { description: 'The hourly limit: `"name";q=most;w=seconds`', schema: { type: 'string' } },
  ETag: { description: 'Names this reply: send it back as `If-None-Match`, and one that is still the same is 304', schema: { type: 'string' } },
};
