import { createHmac, randomBytes } from 'node:crypto';
import { html } from '../../../core/html.ts';
import type { AnyOperation, FileReply } from '../../../core/operation.ts';
import type { ProblemBody } from '../../../core/problem.ts';
import { weakEtag } from '../etag.ts';
import { fresh, type Answer, type Endpoint, type Visit } from '../endpoint.ts';
import { freshPage } from './layout.ts';

/** A status page may be a minute old, wherever it is kept. */
const CACHE = 'public, max-age=60';

/** Equal pages carry equal nonces, so that one that was kept fits the headers of a 304; who writes a page cannot know its nonce. */
const nonceKey = randomBytes(32);
const nonceFor = (page: string): string => createHmac('sha256', nonceKey).update(page).digest('base64').slice(0, 24);

/** Where published status pages are, with their feeds for readers and badges for pages of others. */
export function statusPageEndpoints(operations: readonly AnyOperation[]): Endpoint[] {
  const open = operations.find(({ id }) => id === 'status_pages.open');
  if (!open) return [];
  return [
    { path: '/s/{token}', answer: visit => pageOf(visit, open) },
    { path: '/s/{token}/feed.atom', open: true, answer: visit => fileOf(visit, open, 'atom') },
    { path: '/s/{token}/badge.svg', embeddable: true, answer: visit => fileOf(visit, open, 'svg') },
  ];
}

async function pageOf(visit: Visit, operation: AnyOperation): Promise<Answer> {
  const { status, body } = await visit.ask(operation, { token: visit.params['token']!, format: 'html' });
  if (status >= 400) return freshPage(status, 'Status page', html`<h1>This status page cannot be shown</h1><p>${(body as ProblemBody).detail}</p>`);
  const page = (body as FileReply).body as string;
  const styleNonce = nonceFor(page);
  // The first style sheet of the document is its own.
  const shown = page.replace('<style>', `<style nonce="${styleNonce}">`);
  return { ...fresh(status, 'text/html; charset=utf-8', shown), styleNonce, etag: weakEtag(shown), cacheControl: CACHE };
}

async function fileOf(visit: Visit, operation: AnyOperation, format: 'atom' | 'svg'): Promise<Answer> {
  const { status, body } = await visit.ask(operation, { token: visit.params['token']!, format });
  if (status >= 400) return fresh(status, 'text/plain; charset=utf-8', `${(body as ProblemBody).detail}\n`);
  const { contentType, body: text } = body as FileReply & { body: string };
  return { ...fresh(status, contentType, text), etag: weakEtag(text), cacheControl: CACHE };
}
