import { createHmac } from 'node:crypto';
import { clientNetwork } from '../../../../core/ip.ts';
import type { SpoolServices } from '../spool/services.ts';
import { MAX_MESSAGE_BYTES, type Arrival, type MessageState, type Sender } from '../spool/message.ts';
import { OverQuota, quotasOf, type QuotaPool } from '../spool/quota.ts';
import { BeingSwept, takeIn } from '../spool/take-in.ts';
import { proveSender, senderAt, type Envelope, type ProofServices } from './authentication.ts';
import { createMemoryBudget, type MemoryBudget } from './memory-budget.ts';
import { ownerOfToken, type TokenOwner } from './tokens.ts';

/** What listeners, which know no accounts, hand messages to. */
export interface Intake {
  /** The largest message that is taken. */
  maxBytes: number;
  budget: MemoryBudget;
  /** Whether reports for `token` are taken now, coming from `address`. */
  admit(token: string, address: string, way: 'smtp' | 'https'): Promise<Admission>;
  /** Takes a message in for what `admit` admitted; when it resolves with an id, the message survives a crash. */
  take(admitted: Admitted, message: Pick<Arrival, 'bytes' | 'name'> & { way: 'smtp' | 'https'; envelope?: Envelope }): Promise<{ id: string; state: MessageState } | 'later' | OverQuota>;
}

export type Admitted = TokenOwner;

/** `unknown` is nobody's token; `later` is too much from that address for now, `OverQuota` for the account. */
export type Admission = Admitted | 'unknown' | 'later' | OverQuota;

export interface IntakeServices extends SpoolServices, ProofServices {
  /** Makes keyed hashes of client addresses. */
  secret: string;
}

/** How much is taken from one address in one clock hour. */
export interface IntakeLimits {
  messagesAnAddress: number;
  unknownAnAddress: number;
  /** Of all messages under way, in memory, at any moment. */
  budgetBytes: number;
  /** Of those from one network of clients: one message of the largest size, and some smaller ones. */
  budgetBytesPerNetwork: number;
}

/** A tenth of what an account takes: who has read its token in DNS does not use that up from one address. */
const usualLimits: IntakeLimits = { messagesAnAddress: 3000, unknownAnAddress: 300, budgetBytes: 256 * 1024 * 1024, budgetBytesPerNetwork: 64 * 1024 * 1024 };
/** Whether a mail is authenticated shows when it has come. */
const poolsOf: Readonly<Record<'smtp' | 'https', readonly QuotaPool[]>> = { smtp: ['reporters', 'open'], https: ['open'] };
const HOUR_MS = 3_600_000;
/** What is posted has no sender that could be proven. */
const nobody: Sender = { domain: null, authenticated: 'none' };

/** The intake for senders who know a token. */
export function createIntake(context: IntakeServices, given: Partial<IntakeLimits> = {}): Intake {
  const limits = { ...usualLimits, ...given };
  const { counters, clock, secret } = context;
  const within = async (name: string, max: number): Promise<boolean> => {
    const now = clock.now();
    return await counters.count(name, now - now % HOUR_MS) <= max;
  };
  /** One mail may be for several accounts. */
  const proofs = new WeakMap<Uint8Array, Promise<Sender>>();
  const prove = (bytes: Uint8Array, envelope: Envelope): Promise<Sender> => {
    const proof = proofs.get(bytes) ?? proveSender({ bytes, envelope, authservId: null }, context);
    proofs.set(bytes, proof);
    return proof;
  };
  const hashed = (address: string) => createHmac('sha256', secret).update(clientNetwork(address)).digest('base64url').slice(0, 22);
  return {
    maxBytes: MAX_MESSAGE_BYTES,
    budget: createMemoryBudget(limits.budgetBytes, limits.budgetBytesPerNetwork),
    async admit(token, address, way) {
      const from = hashed(address);
      const owner = await ownerOfToken(context.db, token, clock.now());
      if (owner === null) return await within(`report_guesses:${from}`, limits.unknownAnAddress) ? 'unknown' : 'later';
      if (!await within(`report_address:${from}`, limits.messagesAnAddress)) return 'later';
      return await (await quotasOf(context, owner.accountId)).full(owner.address === 'secret' ? ['own'] : poolsOf[way], clock.now()) ?? owner;
    },
    async take({ accountId, address }, { envelope, ...message }) {
      const sender = await senderAt(address, async () => (envelope ? prove(message.bytes, envelope) : nobody));
      try {
        const { id, state } = await takeIn(context, accountId, { ...message, sender });
        return { id, state };
      } catch (error) {
        if (error instanceof BeingSwept) return 'later';
        if (error instanceof OverQuota) return error;
        throw error;
      }
    },
  };
}
