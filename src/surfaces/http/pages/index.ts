import { readFileSync } from 'node:fs';
import { html } from '../../../core/html.ts';
import type { AnyOperation } from '../../../core/operation.ts';
import type { OpenApi } from '../../openapi/index.ts';
import { lasting, type Answer, type Place } from '../place.ts';
import { checkForm, checkPlace } from './check.ts';
import { docsPlaces } from './docs.ts';
import { formPlaces } from './forms.ts';
import { lastingPage } from './layout.ts';
import { mailLinkPlaces } from './mail-link.ts';
import { referencePage } from './reference.ts';

export interface PageOptions {
  operations: readonly AnyOperation[];
  openapi(): OpenApi;
  docsFolder: string;
  baseUrl: string;
}

/** The pages for people, with their stylesheet and script. */
export function pagePlaces({ operations, openapi, docsFolder, baseUrl }: PageOptions): Place[] {
  const check = operations.find(({ id }) => id === 'check.domain');
  const home = homePage();
  let reference: Answer | null = null;
  return [
    { path: '/', answer: () => home },
    ...(check ? [checkPlace(check)] : []),
    ...formPlaces(),
    ...mailLinkPlaces(operations),
    { path: '/docs/api', answer: () => (reference ??= referencePage(operations, openapi(), baseUrl)) },
    ...docsPlaces(docsFolder),
    asset('pages.css', 'text/css; charset=utf-8'),
    asset('pages.mjs', 'text/javascript; charset=utf-8'),
    asset('icon.svg', 'image/svg+xml'),
  ];
}

function homePage(): Answer {
  return lastingPage('Is your domain safe?', html`<h1>Is your domain safe?</h1>
${checkForm('')}
<p>Looks at the mail authentication, mail routing, nameservers and registration of a domain in live DNS, says what is wrong, and how to mend it.</p>
<ul><li><a href="/docs">Documentation</a></li><li><a href="/docs/api">API reference</a> for scripts and programs</li><li><a href="/sign-up">Make an account</a></li></ul>`);
}

function asset(name: string, contentType: string): Place {
  const file = lasting(contentType, readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8'));
  return { path: `/assets/${name}`, answer: () => file };
}
