import { z } from 'zod';
import { isMailboxFault, type Mailbox, type MailboxAccess } from '../../core/outside/mailbox.ts';
import type { Connector } from '../door.ts';
import { createAuthorized, parseJson } from './oauth.ts';
import { faultOf } from './request.ts';

const API = 'https://graph.microsoft.com/v1.0';
const LOGIN = 'https://login.microsoftonline.com';
const MAX_JSON_BYTES = 4 * 1024 * 1024;
const MESSAGES = 100;
const Page = z.object({ value: z.array(z.object({ id: z.string().max(1000) })).max(1000) });

/** A folder of a Microsoft 365 mailbox, by Microsoft Graph with the permission Mail.ReadWrite of an application; done messages are moved. */
export function openGraph(access: MailboxAccess & { kind: 'graph' }, door: Connector, maxBytes: number, signal: AbortSignal): Mailbox {
  const ask = createAuthorized({
    door, signal, tokenUrl: `${LOGIN}/${encodeURIComponent(access.tenant)}/oauth2/v2.0/token`,
    form: { grant_type: 'client_credentials', client_id: access.clientId, client_secret: access.clientSecret, scope: 'https://graph.microsoft.com/.default' },
  });
  const user = `${API}/users/${encodeURIComponent(access.mailbox)}`;
  const folder = `${user}/mailFolders/${encodeURIComponent(access.folder)}/messages`;
  return {
    async list() {
      const reply = await ask({ method: 'GET', url: `${folder}?$select=id&$orderby=receivedDateTime%20asc&$top=${MESSAGES}`, maxBytes: MAX_JSON_BYTES });
      if (isMailboxFault(reply)) return reply;
      return faultOf(reply, 'listing the folder') ?? parseJson(reply, Page, ({ value }) => value.map(({ id }) => ({ id, bytes: null, cursor: null })));
    },
    async read(id) {
      const reply = await ask({ method: 'GET', url: `${user}/messages/${encodeURIComponent(id)}/$value`, maxBytes });
      return isMailboxFault(reply) ? reply : faultOf(reply, 'reading a message') ?? reply.body;
    },
    async done(id) {
      const body = JSON.stringify({ destinationId: access.moveTo });
      const reply = await ask({ method: 'POST', url: `${user}/messages/${encodeURIComponent(id)}/move`, headers: { 'Content-Type': 'application/json' }, body, maxBytes: MAX_JSON_BYTES });
      if (isMailboxFault(reply)) return reply;
      const fault = faultOf(reply, 'moving a message');
      return fault?.fault === 'notFound' ? null : fault;
    },
    close: () => Promise.resolve(),
  };
}
