import { readFileSync } from 'node:fs';
import type { AnyOperation } from '../../../core/operation.ts';
import type { OpenApi } from '../../openapi/index.ts';
import { lasting, type Answer, type Endpoint } from '../endpoint.ts';
import { docsEndpoints } from './docs.ts';
import { mailLinkEndpoints } from './mail-link.ts';
import { referencePage } from './reference.ts';
import { sharedReportEndpoints } from './shared-report.ts';

export interface PageOptions {
  operations: readonly AnyOperation[];
  openapi(): OpenApi;
  docsFolder: string;
  baseUrl: string;
}

/** The pages that are written here, with their stylesheet. */
export function pageEndpoints({ operations, openapi, docsFolder, baseUrl }: PageOptions): Endpoint[] {
  let reference: Answer | null = null;
  return [
    ...mailLinkEndpoints(operations),
    ...sharedReportEndpoints(operations),
    { path: '/docs/api', answer: () => (reference ??= referencePage(operations, openapi(), baseUrl)) },
    ...docsEndpoints(docsFolder),
    asset('pages.css', new URL('assets/pages.css', import.meta.url), 'text/css; charset=utf-8'),
    asset('icon.svg', new URL('assets/icon.svg', import.meta.url), 'image/svg+xml'),
  ];
}

function asset(name: string, from: URL, contentType: string): Endpoint {
  const file = lasting(contentType, readFileSync(from, 'utf8'));
  return { path: `/assets/${name}`, answer: () => file };
}
