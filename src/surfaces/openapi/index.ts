export { openapiOf, type About, type OpenApi } from './document.ts';
export { isPageAlias, streamPathOf, type Described, type Parameter } from './operation.ts';
export type { WebhookEvent } from './webhooks.ts';
export { wholeSchemaOf, type JsonSchema } from './schemas.ts';
