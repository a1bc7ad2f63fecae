import type { ByteSource } from './byte-source.ts';
import { readFailure, readTextFailure, type FailureParts } from './failure.ts';
import { Refusal } from './limits.ts';
import type { MailPart } from './mail.ts';
import { parseHeaders, type Headers } from './mail-headers.ts';
import type { OnReading } from './on-reading.ts';
import type { RefusalReason } from './shapes.ts';
import { sniff, SNIFF_BYTES } from './sniff.ts';

const MAX_TEXT_PART_BYTES = 64 << 10;
const REPORT_NAME = /\.(xml|gz|gzip|zip|json|eml|mbox)$/i;
const REPORT_TYPE = /\b(xml|gzip|zip|json|tlsrpt)\b/;
/** What mails carry besides reports. */
const ACCOMPANYING = /^(text|image|audio|video|font)\/|\/(pgp-signature|pkcs7-signature|x-pkcs7-signature|pgp-keys|ics)$/;
/** A text that only looked like a report is none. */
const MISTAKEN: ReadonlySet<RefusalReason> = new Set(['not_a_report', 'json_syntax', 'no_report', 'empty']);

/** What the reading of a mail needs. */
export interface MailReading {
  part: string;
  now: number;
  /** Reads what a part holds; returns why it was refused, if it was. */
  attempt(bytes: ByteSource, part: string): Promise<RefusalReason | null>;
  tell: OnReading;
}

/** Tells the reports that the parts of a mail hold, wherever they stand; throws a `Refusal` where none of them is one. */
export async function readMail(leaves: AsyncIterable<MailPart>, { part, now, attempt, tell }: MailReading): Promise<void> {
  let [found, unused] = [false, false];
  let failure: FailureParts | null = null;
  const tellFailure = async (parts: FailureParts): Promise<void> => {
    const report = readFailure(parts, part, now);
    await tell(typeof report === 'string' ? { event: 'refused', part, reason: report } : { event: 'report', report });
  };
  for await (const leaf of leaves) {
    const label = `${part} > ${leaf.name || leaf.type}`;
    if (failure !== null && leaf.mail !== failure.mail) {
      await tellFailure(failure);
      failure = null;
    }
    if (failure !== null && /^(message\/|text\/rfc822-headers)/.test(leaf.type)) {
      // The message that failed is evidence, not a mail to us: what it carries is not parsed.
      failure.original ??= parseHeaders((await textOf(leaf.bytes)).trimStart().split(/\r?\n\r?\n/, 1)[0]!);
      continue;
    }
    const role = await roleOf(leaf);
    if (typeof role === 'object') {
      if (failure !== null) await tellFailure(failure);
      failure = { ...role, mail: leaf.mail };
    }
    if (role === 'unused') unused = true;
    if (role !== 'report' && role !== 'perhaps') continue;
    const reason = await attempt(leaf.bytes, label);
    if (role === 'perhaps' && reason !== null && MISTAKEN.has(reason)) continue;
    found = true;
    if (reason !== null) await tell({ event: 'refused', part: label, reason });
  }
  if (failure !== null) await tellFailure(failure);
  else if (!found) throw new Refusal(unused ? 'unused_body' : 'no_report');
}

/** What a part is to us: a failure, a report by its name or type, perhaps one by its first bytes, or nothing. */
async function roleOf(leaf: MailPart): Promise<Omit<FailureParts, 'mail'> | 'report' | 'perhaps' | 'unused' | 'nothing'> {
  if (leaf.type === 'message/feedback-report' || leaf.headers.has('feedback-type')) return { fields: await feedbackFields(leaf), original: null };
  if (REPORT_NAME.test(leaf.name) || REPORT_TYPE.test(leaf.type) || !ACCOMPANYING.test(leaf.type)) return 'report';
  if (leaf.type !== 'text/plain') return 'nothing';
  const reported = readTextFailure(await textOf(leaf.bytes));
  if (reported !== null) return reported;
  const kind = sniff(await leaf.bytes.peek(SNIFF_BYTES));
  if (typeof kind === 'object') return kind.refused === 'unused_body' ? 'unused' : 'nothing';
  return kind === 'mail' || kind === 'mailbox' ? 'nothing' : 'perhaps';
}

/** The fields of a feedback report; one large reporter sends them in base64 without saying so. */
async function feedbackFields({ bytes, headers }: MailPart): Promise<Headers> {
  if (headers.has('feedback-type')) return headers;
  const text = await textOf(bytes);
  return parseHeaders(/^feedback-type\s*:/im.test(text) ? text : Buffer.from(text, 'base64').toString('latin1'));
}

async function textOf(bytes: ByteSource): Promise<string> {
  return (await bytes.peek(MAX_TEXT_PART_BYTES)).toString('latin1');
}
