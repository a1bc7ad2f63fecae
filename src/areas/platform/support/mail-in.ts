import { createHash, createHmac } from 'node:crypto';
import { checkHost } from '../../../checks/spf/evaluate.ts';
import { parseDomain } from '../../../core/domain-name.ts';
import { clientNetwork, parseIp } from '../../../core/ip.ts';
import type { Dns } from '../../../core/lookup.ts';
import { Problem } from '../../../core/problem.ts';
import { appendAudit } from '../audit/index.ts';
import { parseReply } from './parse-reply.ts';
import { isReplyAddress, targetOf, type ReplyTarget } from './reply-address.ts';
import type { SupportServices } from './services.ts';
import { addMessage } from './store.ts';

/** What a listener for mail hands replies to. */
export interface ReplyIntake {
  /** Whether an address is one for replies, by the part before its @. */
  isFor(localPart: string): boolean;
  /** Where the address leads; `unknown` for nowhere, `later` where too much came from that client. */
  admit(localPart: string, address: string): Promise<ReplyTarget | 'unknown' | 'later'>;
  /** Adds the mail to the thread. `forged`: it is not by the person whose address this is; `empty`: it says nothing; `tooLarge`: it brings more than a message may; `full`: a limit of the account is reached. */
  take(target: ReplyTarget, bytes: Uint8Array, envelope: { address: string; helo: string }): Promise<'kept' | 'dropped' | 'forged' | 'empty' | 'tooLarge' | 'full'>;
}

/** How much is taken from one client address in one clock hour. */
const limits = { messages: 100, guesses: 300 } as const;
/** Base64 of the files that a message may bring, and the text. */
const MAX_MAIL_BYTES = 15 * 1024 * 1024;
const HOUR_MS = 3_600_000;
const SPF_MS = 10_000;

/** Takes replies for those who know an address that was made for them. `openDns` answers for SPF, one snapshot a mail; `secret` hashes client addresses. */
export function createReplyIntake(services: SupportServices & { openDns(signal: AbortSignal): Pick<Dns, 'lookup'>; secret: string }): ReplyIntake {
  const { counters, clock, secret, store } = services;
  const within = async (name: string, max: number): Promise<boolean> => {
    const now = clock.now();
    return await counters.count(name, now - now % HOUR_MS) <= max;
  };
  return {
    isFor: isReplyAddress,
    async admit(localPart, address) {
      const from = createHmac('sha256', secret).update(clientNetwork(address)).digest('base64url').slice(0, 22);
      const target = await targetOf(store.db, localPart);
      if (!target) return await within(`support_guesses:${from}`, limits.guesses) ? 'unknown' : 'later';
      return await within(`support_address:${from}`, limits.messages) ? target : 'later';
    },
    async take(target, bytes, envelope) {
      if (bytes.length > MAX_MAIL_BYTES) return 'tooLarge';
      const reply = await parseReply(bytes, target.threadId);
      if (reply.isAutomatic) return 'dropped';
      if (reply.from.length !== 1 || reply.from[0] !== target.email.toLowerCase()) return 'forged';
      if (await isForbidden(target.email, envelope, services.openDns(AbortSignal.timeout(SPF_MS)))) return 'forged';
      if (reply.tooManyFiles) return 'tooLarge';
      if (reply.text === '' && reply.attachments.length === 0) return 'empty';
      return keep(services, target, envelope.address, { text: reply.text, attachments: reply.attachments, mailHash: createHash('sha256').update(bytes).digest('hex') });
    },
  };
}

async function keep(services: SupportServices, { threadId, accountId, personId, personAccountId, email, side }: ReplyTarget, address: string, message: Pick<Parameters<typeof addMessage>[3], 'text' | 'attachments'> & { mailHash: string }): Promise<'kept' | 'full'> {
  const { store, clock } = services;
  try {
    await store.transaction(async tx => {
      const [author, now] = [{ type: 'person', id: personId } as const, clock.now()];
      if (!await addMessage(tx, services, { id: threadId, account_id: accountId }, { ...message, side, author, authorName: email, via: 'mail', now })) return;
      await appendAudit(tx, services, {
        accountId: personAccountId, actor: author, action: side === 'account' ? 'support_thread.replied' : 'support_thread.answered', resource: { type: 'support_thread', id: threadId }, details: { byMail: true },
        requestId: null, address, now,
      });
    });
    return 'kept';
  } catch (error) {
    if (error instanceof Problem && error.code === 'limit_reached') return 'full';
    throw error;
  }
}

/** Whether the domain of the address says that this server may not send for it (RFC 7208 §2.6.4); what DNS does not say is no reason to refuse. */
async function isForbidden(email: string, { address, helo }: { address: string; helo: string }, dns: Pick<Dns, 'lookup'>): Promise<boolean> {
  const ip = parseIp(address.replace(/^::ffff:(?=[\d.]+$)/i, ''));
  const domain = parseDomain(email.slice(email.lastIndexOf('@') + 1));
  if (!ip || !domain.ok) return false;
  return (await checkHost({ ip, domain: domain.domain, helo, sender: email }, dns)).result === 'fail';
}
