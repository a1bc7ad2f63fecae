import { hash } from 'node:crypto';
import { parseIp, type IpBytes } from '../../../../core/ip.ts';
import type { RegistryReply } from '../../../../core/outside/probes.ts';
import { contactsInRdap } from '../../lookalikes/index.ts';

/** The contact of a network that was asked to agree by e-mail. */
export interface Contact {
  /** First and last address. */
  network: string;
  handle: string | null;
  email: string;
  /** SHA-256 of the code that the e-mail has; null once it came back. */
  codeHash: string | null;
  /** What became of the e-mail; left out in those of earlier versions. */
  mail?: 'waiting' | 'delivered' | 'failed';
  /** Why it failed. */
  cause?: string;
  /** When the mail server took it; before that, when it was asked for. */
  sentAt: number;
  provenAt: number | null;
}

/** A network as its registry describes it. */
export interface Network {
  network: string;
  handle: string | null;
  /** Those who can speak for it, the best first. */
  emails: readonly string[];
}

/** Who can speak for a network, the nearest to its management first (RFC 9083 §10.2.4). */
const ROLES = ['administrative', 'technical', 'registrant', 'abuse'] as const;
const CODE_MS = 7 * 86_400_000;
const CODE_SIGNS = 16;
/** Without what people mistake for one another; 2^5 signs, so that bytes choose evenly. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** The network that the reply describes (RFC 9083 §5.4); a text says why it cannot speak for all of the addresses. */
export function readNetwork(reply: RegistryReply, addresses: readonly [string, ...string[]]): Network | string {
  if (reply.outcome === 'absent') return 'The registry knows no network with this address.';
  if (reply.outcome === 'failed') return `The registry could not be queried: ${reply.cause}.`;
  const { startAddress, endAddress, handle } = objectIn(reply.text);
  const [first, last] = [parsed(startAddress), parsed(endAddress)];
  if (!first || !last || first.length !== last.length) return 'The registry does not say where the network begins and ends.';
  const network = `${String(startAddress)}-${String(endAddress)}`;
  if (!addresses.every(address => isBetween(parseIp(address)!, first, last))) return `The network ${network} does not have all of the addresses.`;
  const emails = [...new Set(ROLES.flatMap(role => contactsInRdap(reply.text, role).map(({ email }) => email.toLowerCase())))];
  if (emails.length === 0) return `The registry has no e-mail address of a contact for the network ${network}.`;
  return { network, handle: typeof handle === 'string' ? handle.slice(0, 100) : null, emails };
}

/** A code of 80 bits, in four groups that people can type. */
export function newCode(randomBytes: (size: number) => Buffer): string {
  const signs = [...randomBytes(CODE_SIGNS)].map(byte => ALPHABET[byte % ALPHABET.length]).join('');
  return signs.match(/.{4}/g)!.join('-');
}

/** What stands for the code where it is kept; case, spaces and hyphens do not matter. */
export function hashOfCode(code: string): string {
  return hash('sha256', code.toUpperCase().replace(/[\s-]/g, ''));
}

/** Whether the code is the one that was sent within a week. */
export function isCode({ codeHash, sentAt }: Pick<Contact, 'codeHash' | 'sentAt'>, code: string, now: number): boolean {
  return codeHash !== null && codeHash === hashOfCode(code) && now < sentAt + CODE_MS;
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value as Record<string, unknown> : {};
  } catch {
    return {};
  }
}

/** Registries write the first address of a range, or a range in CIDR form. */
function parsed(text: unknown): IpBytes | null {
  return typeof text === 'string' ? parseIp(text.split('/')[0]!) : null;
}

function isBetween(address: IpBytes, first: IpBytes, last: IpBytes): boolean {
  return address.length === first.length && Buffer.compare(first, address) <= 0 && Buffer.compare(address, last) <= 0;
}
