export type * from './facts.ts';
export { loadKinds } from './facts.ts';
// Pages are parsed in threads alone: whoever serves does not load the parser.
export { MAX_PAGE_BYTES, valuesOf, type FetchedPage } from './fetched.ts';
export { textWidthPx } from './width.ts';
