import type { DKIMVerifyResult } from 'mailauth';
import { parseDomain } from '../core/domain-name.ts';
import type { Dns } from '../core/lookup.ts';
import type { MailSignature, MailSignatures, VerifySignatures } from '../core/outside/mail-signatures.ts';

/** A report is one compressed file; larger mails are not verified. */
const MAX_MAIL_BYTES = 25 * 1024 * 1024;
const MAX_HEADER_BYTES = 128 * 1024;
/** What base64 takes for the largest mail; shorter lines and longer ones would cost seconds (RFC 5322 §2.1.1 has 998 characters, RFC 2045 §6.8 76). */
const MAX_LINES = 400_000;
const MAX_LINE_BYTES = 8192;
/** Each is a question to a server that the sender of the mail chose. */
const MAX_SIGNATURES = 8;
/** RFC 8301 §3.2. */
const MIN_KEY_BITS = 1024;
/** A second one would say to the reader of the report what no signature covers (RFC 6376 §8.15). */
const SINGLE_FIELDS = ['from', 'content-type', 'content-transfer-encoding'];

const unsigned: MailSignatures = { from: null, signatures: [] };

/** Verifies DKIM signatures (RFC 6376, RFC 8301, RFC 8463) by `mailauth`, which asks nothing but the given DNS. */
export const verifySignatures: VerifySignatures = async (mail, dns, now) => {
  if (mail.length > MAX_MAIL_BYTES || !isVerifiable(mail) || !hasUsualLines(mail)) return unsigned;
  // It takes a tenth of a second to load, and most processes never need it.
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js');
  const { headerFrom, fromFields, results } = await dkimVerify(withCrLf(mail), {
    strict: true, minBitLength: MIN_KEY_BITS, curTime: new Date(now), resolver: async (name: string) => [[await keyAt(name, dns)]],
  });
  const from = fromFields === 1 && headerFrom.length === 1 ? parseDomain(headerFrom[0]!.slice(headerFrom[0]!.lastIndexOf('@') + 1)) : null;
  return { from: from?.ok ? from.domain : null, signatures: results.flatMap(signatureOf) };
};

/** Whether it is a mail whose header is small enough to be read, and that says nothing twice. */
function isVerifiable(mail: Uint8Array): boolean {
  const start = Buffer.from(mail.buffer, mail.byteOffset, Math.min(mail.length, MAX_HEADER_BYTES)).toString('latin1');
  const end = /\r?\n\r?\n/.exec(start)?.index;
  if (end === undefined) return false;
  const names = start.slice(0, end).split(/\r?\n(?![ \t])/).map(field => field.slice(0, Math.max(0, field.indexOf(':'))).trim().toLowerCase());
  const count = (wanted: string) => names.filter(name => name === wanted).length;
  return count('from') === 1 && SINGLE_FIELDS.every(name => count(name) <= 1) && count('dkim-signature') > 0 && count('dkim-signature') <= MAX_SIGNATURES;
}

/** Whether lines are neither so many nor so long that to hash them would cost far more than to receive them. */
function hasUsualLines(mail: Uint8Array): boolean {
  let lines = 0;
  for (let start = 0; start < mail.length; lines++) {
    const end = mail.indexOf(0x0a, start);
    const next = end === -1 ? mail.length : end + 1;
    if (next - start > MAX_LINE_BYTES || lines >= MAX_LINES) return false;
    start = next;
  }
  return true;
}

/** Lines as they were sent (RFC 5321 §2.3.8): mail servers keep them with a line feed alone. */
function withCrLf(mail: Uint8Array): Buffer {
  const bytes = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength);
  const first = bytes.indexOf(0x0a);
  return first > 0 && bytes[first - 1] === 0x0d ? bytes : Buffer.from(bytes.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1');
}

/** The record of a key; throws, in the words of node:dns, where there is none or the lookup failed. */
async function keyAt(name: string, dns: Pick<Dns, 'lookup'>): Promise<string> {
  const found = await dns.lookup(name.toLowerCase(), 'TXT');
  if (found.outcome === 'found') return found.value.find(text => /\bp\s*=/.test(text)) ?? '';
  throw Object.assign(new Error(name), { code: found.outcome === 'absent' ? 'ENOTFOUND' : 'ESERVFAIL' });
}

function signatureOf({ signingDomain, status }: DKIMVerifyResult['results'][number]): MailSignature[] {
  const parsed = parseDomain(signingDomain ?? '');
  if (!parsed.ok) return [];
  // What lies behind the part that `l=` covers may be anybody's (RFC 6376 §8.2).
  const isWhole = !status.underSized;
  return [{ domain: parsed.domain, result: status.result === 'pass' && isWhole ? 'pass' : status.result === 'temperror' ? 'unknown' : 'fail' }];
}
