import { z } from 'zod';
import { isMailboxFault, type MailboxFault } from '../../../../core/outside/mailbox.ts';
import type { Db } from '../../../../store/index.ts';
import { keepUpkeep } from '../../../platform/runs/index.ts';
import { nextTime, type Schedule } from '../../../schedule.ts';
import { defineJob } from '../../../job.ts';
import { ownerOfToken, type TokenOwner } from '../intake/tokens.ts';
import type { MessageSource } from '../spool/message.ts';
import type { MailboxesServices, ReportFolder } from './services.ts';
import { fetchMessages } from './fetch.ts';
import { accessOf, findMailbox, noteCursor, notePoll, takeDueMailboxes } from './store.ts';

const POLL_MS = 5 * 60_000;
const FOLDER_EACH_MS = 30_000;
/** Between polls of one that has more: others get their turn. */
const MORE_AFTER_MS = 10_000;
const HEADER_BYTES = 64 * 1024;
/** Where the address stands that a mail server delivered to, the surest first. */
const DELIVERED_TO = /^(?:delivered-to|x-original-to|envelope-to|to):.*?\b([0-9a-f]{32})@/gim;

const mailboxJob = defineJob('dmarcFetch', z.object({ mailbox: z.string() }));
const folderJob = defineJob('dmarcFolder', z.object({ way: z.enum(['maildir', 's3']) }));

/** Polls a mailbox of the account. The queue gives the job to one worker at a time, so no two are in one mailbox. */
export const fetchMailbox = mailboxJob.handledBy<MailboxesServices>(async ({ accountId, payload, services, signal }) => {
  const { db, clock } = services;
  const row = await findMailbox(db, accountId, payload.mailbox);
  if (!row) return;
  const ended = (fault: MailboxFault | null) => (tx: Db) => notePoll(tx, row, fault, clock.now());
  const access = accessOf(row, services);
  if (access === null) return { change: ended({ fault: 'credentials', cause: 'The secrets cannot be read any more. Remove the mailbox and add it again.' }) };
  const mailbox = await services.openMailbox(access, signal);
  if (isMailboxFault(mailbox)) return { change: ended(mailbox) };
  try {
    const { fault, more } = await fetchMessages(mailbox, services, {
      way: row.kind as MessageSource, mailboxId: row.id, cursor: row.cursor, signal,
      authservId: access.authservId ?? null, ownerOf: () => Promise.resolve({ accountId, address: 'public' }), keepCursor: cursor => noteCursor(db, row, cursor),
    });
    return { change: ended(fault), ...(more ? { againAt: clock.now() + MORE_AFTER_MS } : {}) };
  } finally {
    await mailbox.close();
  }
});

/** How far a poll got that left something: what was passed over must not keep the next one from what lies behind it. */
const cameTo = new WeakMap<ReportFolder, string>();

/** Polls a folder of the operator, and runs again later. */
export const fetchFolder = folderJob.handledBy<MailboxesServices>(async ({ accountId: operator, payload: { way }, services, signal }) => {
  const folder = services.reportFolders.find(one => one.way === way);
  if (!folder) return;
  const more = await fetchFrom(folder, services, operator, signal);
  return { againAt: services.clock.now() + (more ? MORE_AFTER_MS : FOLDER_EACH_MS) };
});

async function fetchFrom(folder: ReportFolder, services: MailboxesServices, operator: string, signal: AbortSignal): Promise<boolean> {
  const mailbox = folder.open(signal);
  const { fault, more } = await fetchMessages(mailbox, services, {
    way: folder.way, mailboxId: null, authservId: folder.authservId, cursor: cameTo.get(folder) ?? null, signal, keepCursor: async cursor => void cameTo.set(folder, cursor),
    ownerOf: async bytes => (bytes && await ownerInHeader(services, bytes)) ?? { accountId: operator, address: 'public' },
  });
  if (!more) cameTo.delete(folder);
  // The operator reads of it in the log; the folder is polled again after a while.
  if (fault) throw new Error(`Reports cannot be fetched: ${fault.cause}`);
  return more;
}

/** Whose the message is by the address that it was delivered to; null where that is nobody's. */
async function ownerInHeader({ db, clock }: MailboxesServices, bytes: Uint8Array): Promise<TokenOwner | null> {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEADER_BYTES)).toString('latin1').split(/\r?\n\r?\n/, 1)[0]!;
  for (const [, token] of header.matchAll(DELIVERED_TO)) {
    const owner = await ownerOfToken(db, token!, clock.now());
    if (owner !== null) return owner;
  }
  return null;
}

/** Mailboxes are polled every five minutes. */
export const mailboxesDue: Schedule<MailboxesServices> = {
  name: 'report mailboxes',
  async due(tx, { queue }, now, max) {
    const due = await takeDueMailboxes(tx, now, id => nextTime(now, POLL_MS, id), max);
    for (const { id, account_id } of due) await queue.add(tx, account_id, [mailboxJob({ mailbox: id }, { dedupeKey: id, background: true })]);
    return due.length;
  },
};

/** Sees to it that each folder of the operator's has its job, also after one was given up. */
export const foldersDue: Schedule<MailboxesServices> = {
  name: 'report folders',
  async due(tx, { queue, reportFolders }) {
    await keepUpkeep(tx, queue, reportFolders.map(({ way }) => folderJob({ way }, { dedupeKey: way })));
    return 0;
  },
};
