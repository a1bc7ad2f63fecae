import { html } from '../../../core/html.ts';
import type { Place } from '../place.ts';
import { freshPage } from './layout.ts';

/** What a browser is told at an address that there is not. */
export const nothingHere: Place = {
  path: '*',
  answer: () => freshPage(404, 'There is nothing here', html`<h1>There is nothing here</h1>
<p>The address may be mistyped, or what was here is gone.</p>
<p><a href="/">To the first page</a> · <a href="/docs">Documentation</a> · <a href="/docs/api">API</a></p>`),
};
