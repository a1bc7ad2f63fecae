import { checkHost } from '../../../../checks/spf/evaluate.ts';
import { isWithin, parseDomain, registrableDomain } from '../../../../core/domain-name.ts';
import { parseIp } from '../../../../core/ip.ts';
import type { Clock } from '../../../../core/clock.ts';
import type { Dns } from '../../../../core/lookup.ts';
import type { VerifySignatures } from '../../../../core/outside/mail-signatures.ts';
import type { Sender } from '../spool/message.ts';
import type { TokenOwner } from './tokens.ts';
import { vouchedFor } from './authentication-results.ts';

/** The envelope of a mail as its server sees it. */
export interface Envelope {
  /** The connecting address. */
  address: string;
  helo: string;
  /** Empty for the null sender. */
  from: string;
}

/** A mail that was sent to us, or that was fetched from where others deliver to. */
export interface DeliveredMail {
  bytes: Uint8Array;
  /** Null where another server took the mail. */
  envelope: Envelope | null;
  /** The name by which that server signs its Authentication-Results (RFC 8601 §2.5); null where none is trusted. */
  authservId: string | null;
}

/** What proofs are made with. */
export interface ProofServices {
  clock: Clock;
  verifySignatures: VerifySignatures;
  /** The service's own resolver; ends with `signal`. */
  resolve(signal: AbortSignal): Pick<Dns, 'lookup'>;
}

const DNS_MS = 10_000;
const HEADER_BYTES = 128 * 1024;

/**
 * Who sent a mail, and by what that is proven: a valid signature (RFC 6376) of the organization in From, else what the trusted mail server
 * says, else the connecting address (RFC 7208). `unknown` where the DNS did not answer and might have proven it.
 */
export async function proveSender({ bytes, envelope, authservId }: DeliveredMail, { clock, verifySignatures, resolve }: ProofServices): Promise<Sender> {
  const dns = resolve(AbortSignal.timeout(DNS_MS));
  const { from, signatures } = await verifySignatures(bytes, dns, clock.now());
  const aligned = from === null ? [] : signatures.filter(({ domain }) => isWithin(from, registrableDomain(domain) ?? domain));
  const valid = aligned.find(({ result }) => result === 'pass');
  if (valid) return { domain: valid.domain, authenticated: 'dkim' };
  const vouched = authservId === null ? null : vouchedFor(headerOf(bytes), authservId);
  if (vouched !== null) return { domain: vouched, authenticated: 'authenticationResults' };
  const sender: Sender = envelope ? await authenticate(envelope, dns) : { domain: null, authenticated: 'none' };
  const isOwn = sender.authenticated === 'spf' && aligned.some(({ domain }) => registrableDomain(domain) === registrableDomain(sender.domain!));
  return !isOwn && aligned.some(({ result }) => result === 'unknown') ? { ...sender, authenticated: 'unknown' } : sender;
}

/** Who sent what came by an address: its secret is a proof, and no longer once it was published. */
export async function senderAt(address: TokenOwner['address'], prove: () => Promise<Sender>): Promise<Sender> {
  if (address === 'secret') return { domain: null, authenticated: 'secretAddress' };
  const sender = await prove();
  return address === 'published' && sender.authenticated === 'none' ? { ...sender, authenticated: 'publishedAddress' } : sender;
}

function headerOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEADER_BYTES)).toString('latin1').split(/\r?\n\r?\n/, 1)[0]!;
}

/** Whether SPF lets the connecting address send for the domain of the envelope sender (RFC 7208); `unknown` where the DNS did not say. */
export async function authenticate({ address, helo, from }: Envelope, dns: Pick<Dns, 'lookup'>): Promise<Sender> {
  const ip = parseIp(address.replace(/^::ffff:(?=[\d.]+$)/i, ''));
  // RFC 7208 §2.4: the HELO name stands for the null sender.
  const name = from === '' ? helo : from.slice(from.lastIndexOf('@') + 1);
  const parsed = parseDomain(name);
  if (!ip || !parsed.ok) return { domain: null, authenticated: 'none' };
  const { domain } = parsed;
  const { result } = await checkHost({ ip, domain, helo, sender: from === '' ? `postmaster@${domain}` : from }, dns);
  return { domain, authenticated: result === 'pass' ? 'spf' : result === 'temperror' ? 'unknown' : 'none' };
}
