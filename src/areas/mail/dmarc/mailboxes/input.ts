import { z } from 'zod';
import { parseDomain } from '../../../../core/domain-name.ts';
import { oneLine } from '../../../../core/inputs.ts';
import { IMAPS_PORT, type MailboxAccess } from '../../../../core/outside/mailbox.ts';

const Secret = z.string().min(1).max(4000);
const authservId = z.string().trim().toLowerCase().max(255).refine(name => parseDomain(name).ok, 'Give the name at the beginning of the header field, such as mx.example.com.').nullable().default(null)
  .describe('Name by which the mail server of the mailbox signs `Authentication-Results` (RFC 8601), such as mx.google.com: where a report has no valid signature, its topmost one counts. null trusts none');
const Host = z.string().trim().toLowerCase().refine(host => parseDomain(host).ok, 'Give the public name of a mail server, such as imap.example.com.');

/** What differs by the kind of a mailbox; the marked members are kept encrypted and never shown. */
export const accessShape = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('imap'),
    host: Host.describe('IMAP server; it is reached by TLS'),
    port: z.literal(IMAPS_PORT, 'Leave it out: mailboxes are reached at port 993, IMAP by TLS.').default(IMAPS_PORT),
    user: oneLine(320),
    password: Secret.describe('Password, better one for this purpose alone; kept encrypted'),
    folder: oneLine(200).default('INBOX').describe('Folder that reports arrive in'),
    moveTo: oneLine(200).nullable().default(null).describe('Folder that fetched messages are moved to; null marks them as read'),
    authservId,
  }),
  z.strictObject({
    kind: z.literal('graph'),
    tenant: oneLine(100).describe('Tenant id or domain of Microsoft 365'),
    clientId: oneLine(100).describe('Application id; it needs the application permission Mail.ReadWrite'),
    clientSecret: Secret.describe('Kept encrypted'),
    mailbox: oneLine(320).describe('Address of the mailbox'),
    folder: oneLine(200).default('inbox').describe('Well-known name or id of the folder'),
    moveTo: oneLine(200).default('archive').describe('Folder that fetched messages are moved to'),
    authservId,
  }),
  z.strictObject({
    kind: z.literal('gmail'),
    clientId: oneLine(200),
    clientSecret: Secret.describe('Kept encrypted'),
    refreshToken: Secret.describe('Of a grant with the scope gmail.modify; kept encrypted'),
    label: oneLine(200).default('INBOX').describe('Label of the messages; fetched ones lose it'),
    authservId,
  }),
]);

const secretMembers: ReadonlySet<string> = new Set(['password', 'clientSecret', 'refreshToken']);

/** What may be shown of an access, and what must be sealed. */
export function splitAccess(access: MailboxAccess): { settings: Record<string, unknown>; secret: Record<string, unknown> } {
  const of = (secret: boolean) => Object.fromEntries(Object.entries(access).filter(([name]) => name !== 'kind' && secretMembers.has(name) === secret));
  return { settings: of(false), secret: of(true) };
}
