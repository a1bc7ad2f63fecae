import { html } from '../../../core/html.ts';
import type { Endpoint } from '../endpoint.ts';
import { freshPage } from './layout.ts';

/** What a browser gets at an address that does not exist. */
export const nothingHere: Endpoint = {
  path: '*',
  answer: () => freshPage(404, 'Page not found', html`<h1>Page not found</h1>
<p>The address may be mistyped, or the page may be gone.</p>
<p><a href="/">Home</a> · <a href="/docs">Documentation</a> · <a href="/docs/api">API</a></p>`),
};
