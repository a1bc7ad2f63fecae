import { randomBytes } from 'node:crypto';
import { html } from '../../../core/html.ts';
import type { AnyOperation, FileReply } from '../../../core/operation.ts';
import type { ProblemBody } from '../../../core/problem.ts';
import { weakEtag } from '../etag.ts';
import { fresh, type Answer, type Endpoint, type Visit } from '../endpoint.ts';
import { freshPage } from './layout.ts';

const NONCE_BYTES = 16;
/** Pages that show the badge ask once in five minutes. */
const BADGE_CACHE = 'public, max-age=300';

/** Where links lead that share a report: the report itself, to anyone with the link, and a badge for pages of others. */
export function sharedReportEndpoints(operations: readonly AnyOperation[]): Endpoint[] {
  const open = operations.find(({ id }) => id === 'reports.links.open');
  return open ? [{ path: '/r/{token}', answer: visit => pageOf(visit, open) }, { path: '/r/{token}/badge.svg', embeddable: true, answer: visit => badgeOf(visit, open) }] : [];
}

async function pageOf(visit: Visit, operation: AnyOperation): Promise<Answer> {
  const { status, body } = await visit.ask(operation, { token: visit.params['token']! });
  if (status >= 400) return freshPage(status, 'Shared report', html`<h1>This link does not work</h1><p>${(body as ProblemBody).detail}</p>`);
  const page = (body as FileReply).body as string;
  const styleNonce = randomBytes(NONCE_BYTES).toString('base64');
  // The first style sheet of the document is its own.
  return { ...fresh(status, 'text/html; charset=utf-8', page.replace('<style>', `<style nonce="${styleNonce}">`)), styleNonce, cacheControl: 'no-store', headers: { 'X-Robots-Tag': 'noindex' } };
}

async function badgeOf(visit: Visit, operation: AnyOperation): Promise<Answer> {
  const { status, body } = await visit.ask(operation, { token: visit.params['token']!, format: 'svg' });
  if (status >= 400) return fresh(status, 'text/plain; charset=utf-8', `${(body as ProblemBody).detail}\n`);
  const badge = (body as FileReply).body as string;
  return { ...fresh(status, 'image/svg+xml', badge), etag: weakEtag(badge), cacheControl: BADGE_CACHE };
}
