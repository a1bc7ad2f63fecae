import { html, type Html } from '../../../core/html.ts';
import type { AnyOperation } from '../../../core/operation.ts';
import type { ProblemBody } from '../../../core/problem.ts';
import type { Answer, Endpoint, Visit } from '../endpoint.ts';
import { freshPage } from './layout.ts';

interface MailLink {
  purpose: 'unsubscribe' | 'confirm';
  address: string;
  subscription: string;
  done: boolean;
  stopped: boolean;
}

/** Where links in e-mails lead: the page says what the link does and has a button; a POST does it (RFC 8058), without script or sign-in. */
export function mailLinkEndpoints(operations: readonly AnyOperation[]): Endpoint[] {
  const [show, use] = ['show', 'use'].map(verb => operations.find(({ id }) => id === `notifications.mail_link.${verb}`));
  if (!show || !use) return [];
  return [
    { path: '/u/{token}', answer: visit => pageOf(visit, show, {}) },
    { method: 'POST', path: '/u/{token}', answer: visit => pageOf(visit, use, visit.query.has('all') ? { all: true } : {}) },
  ];
}

async function pageOf(visit: Visit, operation: AnyOperation, more: { all?: true }): Promise<Answer> {
  const token = visit.params['token']!;
  const { status, body } = await visit.ask(operation, { token, ...more });
  if (status >= 400) return freshPage(status, 'Notifications', html`<h1>This link does not work</h1><p>${(body as ProblemBody).detail}</p>`);
  const { data } = body as { data: MailLink };
  return freshPage(status, 'Notifications', data.purpose === 'confirm' ? confirmPage(token, data) : unsubscribePage(token, data));
}

function confirmPage(token: string, { address, done, stopped }: MailLink): Html {
  if (done && stopped) return html`<h1>No e-mails are sent</h1><p>${address} gets no notifications any more.</p>`;
  if (done) return html`<h1>Agreed</h1><p>Notifications go to ${address} from now on. Every e-mail has an unsubscribe link.</p>`;
  return html`<h1>Do you want these notifications?</h1><p>They go to ${address}.</p>${button(token, '', 'Yes, send them')}`;
}

function unsubscribePage(token: string, { address, subscription, done, stopped }: MailLink): Html {
  if (stopped) return html`<h1>No more e-mails</h1><p>${address} gets no notifications by this channel. An administrator of the account can turn it on again.</p>`;
  if (done) {
    return html`<h1>Stopped</h1><p>${address} gets no more of these ${subscription}. Other notifications still come.</p>${button(token, '?all=1', 'Stop them all')}
<p>An administrator of the account can turn everything on again.</p>`;
  }
  return html`<h1>Unsubscribe?</h1><p>These e-mails go to ${address}: ${subscription}.</p>${button(token, '', 'Unsubscribe')}${button(token, '?all=1', 'Stop all notifications to this address')}`;
}

function button(token: string, query: string, text: string): Html {
  return html`<form method="post" action="/u/${encodeURIComponent(token)}${query}"><button type="submit">${text}</button></form>`;
}
