import { clip } from '../evidence.ts';
import { readTagList, tagValue, type Tag } from '../tag-list.ts';
import { readRsaPublicKey } from './rsa.ts';

/** The key itself, as far as it was read. */
export type PublicKey =
  | { type: 'rsa'; bits: number; weakness: string | null }
  | { type: 'ed25519' }
  /** An empty p=, which means the same as no record (RFC 6376 §6.1.2). */
  | { type: 'revoked' }
  /** Of a type that is not ours to read, or broken. */
  | { type: 'unreadable' };

/** One DKIM key record (RFC 6376 §3.6.1); of h=, s= and t= the colon-separated words, null where the tag is not given. */
export interface DkimRecord {
  text: string;
  tags: readonly Tag[];
  keyType: string;
  publicKey: PublicKey;
  hashes: readonly string[] | null;
  services: readonly string[] | null;
  flags: readonly string[];
  /** Breaches of the syntax as phrases; verifiers ignore a record that has one. */
  faults: readonly string[];
  /** The record as it was meant, where taking out the usual slips leaves no fault. */
  repaired: string | null;
}

/** What zone editors leave behind: escapes of the master file, its quotes, the lines around a PEM file. */
const SLIPS: readonly { pattern: RegExp; fault: string }[] = [
  { pattern: /\\/g, fault: 'there are backslashes in the record, as in "\\;"' },
  { pattern: /["\u201c\u201d]/g, fault: 'there are quotation marks in the record' },
  { pattern: /-----(?:BEGIN|END)[A-Z ]{1,40}-----/g, fault: 'the "-----BEGIN" and "-----END" lines were pasted with the key' },
];
const MAX_FAULTS = 8;

/** The key record in `text`, or null where the text does not even look like one; total on any input. */
export function parseDkim(text: string): DkimRecord | null {
  if (!resemblesKey(text)) return null;
  const strict = read(text);
  const slips = SLIPS.filter(({ pattern }) => text.search(pattern) >= 0);
  if (strict.faults.length === 0 || slips.length === 0) return { ...strict, text, repaired: null };
  const meant = read(slips.reduce((rest, { pattern }) => rest.replace(pattern, ''), text));
  const repaired = meant.faults.length === 0 ? formatTags(meant.tags) : null;
  return { ...meant, text, repaired, faults: [...slips.map(({ fault }) => fault), ...meant.faults].slice(0, MAX_FAULTS) };
}

/** The tag-list as text, in the order given (RFC 6376 §3.2). */
export function formatTags(tags: readonly Tag[]): string {
  return tags.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** Whether verifiers can use the key for mail: whole, at least 1024 bits, for SHA-256 and for e-mail (RFC 6376 §3.6.1, RFC 8301 §3). */
export function isUsable(record: DkimRecord): boolean {
  const { publicKey } = record;
  const sound = publicKey.type === 'ed25519' || (publicKey.type === 'rsa' && publicKey.bits >= 1024 && publicKey.weakness === null);
  return sound && record.faults.length === 0 && allowsSha256(record) && allowsEmail(record);
}

/** Whether signatures with SHA-256 may use the key (RFC 6376 §3.6.1, h=). */
export function allowsSha256({ hashes }: DkimRecord): boolean {
  return hashes === null || hashes.includes('sha256');
}

/** Whether the key is for e-mail (RFC 6376 §3.6.1, s=). */
export function allowsEmail({ services }: DkimRecord): boolean {
  return services === null || services.includes('*') || services.includes('email');
}

function resemblesKey(text: string): boolean {
  const bare = text.replace(/[\s"\\\u201c\u201d]/g, '');
  if (/(?:^|;)v=DKIM/i.test(bare) || /(?:^|;)k=(?:rsa|ed25519)/i.test(bare)) return true;
  if (/^(?:-----BEGIN|MI[GI][A-Za-z0-9+/]{20})/.test(bare)) return true;
  return /(?:^|;)p=/i.test(bare) && !/(?:^|;)v=/i.test(bare);
}

type Reading = Omit<DkimRecord, 'text' | 'repaired'>;

function read(text: string): Reading {
  const { tags, faults } = readTagList(text);
  const words = (name: string) => tagValue(tags, name)?.split(':').map(word => word.trim()) ?? null;
  const keyType = tagValue(tags, 'k') ?? 'rsa';
  const key = readKey(keyType, tagValue(tags, 'p'));
  const foreign = /[^\t\r\n\x20-\x7e]/.test(text) ? ['there is a character that is not ASCII'] : [];
  const all = [...foreign, ...faults, ...versionFaults(tags), ...('fault' in key ? [key.fault] : [])];
  return {
    tags,
    keyType,
    publicKey: 'fault' in key ? { type: 'unreadable' } : key,
    hashes: words('h'),
    services: words('s'),
    flags: words('t') ?? [],
    faults: all.slice(0, MAX_FAULTS),
  };
}

function versionFaults(tags: readonly Tag[]): string[] {
  const at = tags.findIndex(({ name }) => name === 'v');
  if (at < 0) return [];
  const version = tags[at]!.value;
  return [
    ...(version === 'DKIM1' ? [] : [`the version is "${clip(version)}" instead of DKIM1`]),
    ...(at === 0 ? [] : ['the tag v= does not come first']),
  ];
}

function readKey(keyType: string, value: string | null): PublicKey | { fault: string } {
  if (value === null) return { fault: 'there is no p= tag with the key' };
  const base64 = value.replace(/\s/g, '');
  if (base64 === '') return { type: 'revoked' };
  if (keyType !== 'rsa' && keyType !== 'ed25519') return { type: 'unreadable' };
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return { fault: 'the key is not valid base64' };
  const bytes = Buffer.from(base64, 'base64');
  return keyType === 'rsa' ? readRsa(bytes) : readEd25519(bytes);
}

function readRsa(bytes: Uint8Array): PublicKey | { fault: string } {
  const key = readRsaPublicKey(bytes);
  return 'unreadable' in key ? { fault: key.unreadable } : { type: 'rsa', ...key };
}

/** RFC 8463 §4.2: the 32 bytes themselves, without the wrapping that other formats put around them. */
function readEd25519(bytes: Uint8Array): PublicKey | { fault: string } {
  if (bytes.length === 32) return { type: 'ed25519' };
  return { fault: `the Ed25519 key has ${bytes.length} bytes instead of 32${bytes.length === 44 ? ': take the last 32 alone' : ''}` };
}
