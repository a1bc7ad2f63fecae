import { readFileSync } from 'node:fs';
import type { AnyOperation } from '../../../core/operation.ts';
import type { OpenApi } from '../../openapi/index.ts';
import { lasting, lastingPacked, type Answer, type Endpoint } from '../endpoint.ts';
import { createDocs } from './docs/index.ts';
import { mailLinkEndpoints } from './mail-link.ts';
import { referencePage } from './reference.ts';
import { sharedReportEndpoints } from './shared-report.ts';
import { statusPageEndpoints } from './status-page.ts';

export interface PageOptions {
  operations: readonly AnyOperation[];
  openapi(): OpenApi;
  docsFolder: string;
  baseUrl: string;
}

/** The pages that are written here, with their stylesheet. */
export function pageEndpoints({ operations, openapi, docsFolder, baseUrl }: PageOptions): Endpoint[] {
  const docs = createDocs(docsFolder);
  return [
    ...mailLinkEndpoints(operations),
    ...sharedReportEndpoints(operations),
    ...statusPageEndpoints(operations),
    { path: '/docs/api', answer: lastingPacked(() => referencePage(operations, openapi(), baseUrl, docs.sidebar('/docs/api'))) },
    ...docs.endpoints,
    asset('pages.css', new URL('assets/pages.css', import.meta.url), 'text/css; charset=utf-8'),
    asset('typeface.css', new URL('assets/typeface.css', import.meta.url), 'text/css; charset=utf-8'),
    asset('icon.svg', new URL('assets/icon.svg', import.meta.url), 'image/svg+xml'),
    font('hanken-grotesk.woff2', new URL('../../../../node_modules/@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2', import.meta.url)),
    font('hanken-grotesk-ext.woff2', new URL('../../../../node_modules/@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-ext-wght-normal.woff2', import.meta.url)),
  ];
}

function asset(name: string, from: URL, contentType: string): Endpoint {
  const file = lasting(contentType, readFileSync(from, 'utf8'));
  return { path: `/assets/${name}`, answer: () => file };
}

/** The typeface of pages and dashboard; browsers keep it for a month. */
function font(name: string, from: URL): Endpoint {
  const file: Answer = { status: 200, contentType: 'font/woff2', body: readFileSync(from), cacheControl: 'public, max-age=2592000' };
  return { path: `/assets/${name}`, answer: () => file };
}
