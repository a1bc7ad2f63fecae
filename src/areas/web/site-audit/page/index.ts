export type * from './facts.ts';
export { MAX_PAGE_BYTES, parsePage, valuesOf, type FetchedPage } from './parse-page.ts';
export { textWidthPx } from './width.ts';
