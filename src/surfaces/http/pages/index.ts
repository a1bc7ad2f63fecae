import { readFileSync } from 'node:fs';
import type { AnyOperation } from '../../../core/operation.ts';
import type { OpenApi } from '../../openapi/index.ts';
import { lasting, type Answer, type Place } from '../place.ts';
import { docsPlaces } from './docs.ts';
import { mailLinkPlaces } from './mail-link.ts';
import { referencePage } from './reference.ts';

export interface PageOptions {
  operations: readonly AnyOperation[];
  openapi(): OpenApi;
  docsFolder: string;
  baseUrl: string;
}

/** The pages that are written here, with their stylesheet. */
export function pagePlaces({ operations, openapi, docsFolder, baseUrl }: PageOptions): Place[] {
  let reference: Answer | null = null;
  return [
    ...mailLinkPlaces(operations),
    { path: '/docs/api', answer: () => (reference ??= referencePage(operations, openapi(), baseUrl)) },
    ...docsPlaces(docsFolder),
    asset('pages.css', 'text/css; charset=utf-8'),
    asset('icon.svg', 'image/svg+xml'),
  ];
}

function asset(name: string, contentType: string): Place {
  const file = lasting(contentType, readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8'));
  return { path: `/assets/${name}`, answer: () => file };
}
