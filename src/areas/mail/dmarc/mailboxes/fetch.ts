import { sha256Of } from '../../../../core/outside/blobs.ts';
import { isMailboxFault, type MailItem, type Mailbox, type MailboxFault } from '../../../../core/outside/mailbox.ts';
import { proveSender, senderAt } from '../intake/authentication.ts';
import type { TokenOwner } from '../intake/tokens.ts';
import { MAX_MESSAGE_BYTES, type MessageSource } from '../spool/message.ts';
import { OverQuota, quotasOf } from '../spool/quota.ts';
import { addUnfetched, type Unfetched } from '../spool/store.ts';
import { takeIn } from '../spool/take-in.ts';
import type { MailboxesServices } from './services.ts';

/** One poll of a mailbox. */
export interface Fetching {
  way: MessageSource;
  mailboxId: string | null;
  cursor: string | null;
  /** Whose Authentication-Results (RFC 8601) are trusted; null for nobody's. */
  authservId: string | null;
  /** Whose the message is, and by what address it came. */
  ownerOf(bytes: Uint8Array | null): Promise<TokenOwner>;
  /** Keeps the cursor once everything up to it is done. */
  keepCursor(cursor: string): Promise<void>;
  signal: AbortSignal;
}

/** Per poll; what is left waits for the next. */
const MAX_MESSAGES = 1000;
const MAX_PASSED = 1000;
const MAX_NAME_CHARACTERS = 255;
/** Others may be read all the same. */
const OF_ONE_MESSAGE: ReadonlySet<string> = new Set(['tooLarge', 'unreadable', 'notFound'] satisfies MailboxFault['fault'][]);

/**
 * Takes in what waits in the mailbox, one message after the other: each is marked there only once it is kept here, and the cursor
 * follows. Wherever it breaks off, the next poll goes on, and what comes twice is one message. What cannot be read stays there and is
 * passed over. An account that is over its quota ends the poll of its mailbox; in a folder of many its messages are passed over.
 * `more` says that messages are left behind the cursor.
 */
export async function fetchMessages(mailbox: Mailbox, context: MailboxesServices, fetching: Fetching): Promise<{ fault: MailboxFault | null; more: boolean }> {
  let cursor = fetching.cursor;
  for (let fetched = 0, passed = 0; fetched < MAX_MESSAGES && passed < MAX_PASSED;) {
    const items = await mailbox.list(cursor);
    if (isMailboxFault(items)) return { fault: items, more: false };
    if (items.length === 0) return { fault: null, more: false };
    for (const item of items) {
      if (fetching.signal.aborted) return { fault: null, more: true };
      const came = await fetchOne(mailbox, context, item, fetching);
      if (isMailboxFault(came)) return { fault: came, more: false };
      if (item.cursor !== null) await fetching.keepCursor(cursor = item.cursor);
      if (came === 'fetched') fetched++;
      else passed++;
    }
  }
  return { fault: null, more: true };
}

async function fetchOne(mailbox: Mailbox, context: MailboxesServices, item: MailItem, fetching: Fetching): Promise<MailboxFault | 'fetched' | 'passed'> {
  const bytes: Uint8Array | MailboxFault = (item.bytes ?? 0) > MAX_MESSAGE_BYTES ? { fault: 'tooLarge', cause: 'the message is too large' } : await mailbox.read(item.id);
  const fault = isMailboxFault(bytes) ? bytes : null;
  if (fault !== null && !OF_ONE_MESSAGE.has(fault.fault)) return fault;
  const over = await keepOne(context, item, bytes, fetching).then(() => null, overQuota);
  if (over) return fetching.mailboxId === null ? 'passed' : { fault: 'limited', cause: over.message, retryAfterMs: over.retryAfterMs };
  if (fault?.fault === 'unreadable') return 'passed';
  const marked = await mailbox.done(item.id);
  return marked?.fault === 'unreadable' ? 'passed' : marked ?? 'fetched';
}

/** Keeps the message, or that it could not be fetched. Throws `OverQuota`; then nothing was kept. */
async function keepOne(context: MailboxesServices, item: MailItem, bytes: Uint8Array | MailboxFault, { way, mailboxId, authservId, ownerOf }: Fetching): Promise<void> {
  if (!isMailboxFault(bytes)) {
    const owner = await ownerOf(bytes);
    const sender = await senderAt(owner.address, () => proveSender({ bytes, envelope: null, authservId }, context));
    return void await takeIn(context, owner.accountId, { way, bytes, sender, ...(mailboxId === null ? {} : { mailboxId }) });
  }
  if (bytes.fault === 'notFound') return;
  const { store, counters, plans, newId, clock } = context;
  const { accountId } = await ownerOf(null);
  const unfetched: Unfetched = {
    id: newId('dmm'), accountId, sha256: sha256Of(JSON.stringify([way, mailboxId, item.id])), way, mailboxId, now: clock.now(),
    // Of a folder it is the name of a file; anyone who wrote that may have put anything in it.
    name: mailboxId === null ? item.id.replaceAll(/\p{Cc}/gu, '?').slice(0, MAX_NAME_CHARACTERS) : null,
    ...(bytes.fault === 'tooLarge' ? { bytes: item.bytes ?? MAX_MESSAGE_BYTES, reason: 'message_too_large' } : { bytes: item.bytes ?? 0, reason: 'unreadable' }),
  };
  await store.transaction(async tx => {
    if (await addUnfetched(tx, unfetched)) await (await quotasOf({ db: tx, counters, plans }, accountId)).spend(tx, 'own', 0, clock.now());
  });
}

function overQuota(error: unknown): OverQuota {
  if (error instanceof OverQuota) return error;
  throw error;
}
