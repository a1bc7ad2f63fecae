export { openapiOf, type About, type OpenApi } from './document.ts';
export { isPageAlias, type Described, type Parameter } from './operation.ts';
export { wholeSchemaOf, type JsonSchema } from './schemas.ts';
