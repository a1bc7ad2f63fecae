import PostalMime from 'postal-mime';
import { leaveOutControl } from '../../../core/inputs.ts';
import { fit, safeName, type NewAttachment } from './attachments.ts';

const MAX_TEXT_CHARACTERS = 20_000;
const MAX_NESTING = 20;
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_ATTRIBUTION_CHARACTERS = 200;

/** A mail as far as a thread needs it. */
export interface ParsedReply {
  /** Addresses of the header From, lower case: one where all is right. */
  from: readonly string[];
  /** Whether a program has sent it, such as a holiday reply (RFC 3834 §5). */
  isAutomatic: boolean;
  /** What the person wrote, without what is quoted below the line with the thread's id; empty where that is nothing. */
  text: string;
  attachments: readonly NewAttachment[];
  /** Whether there were more files than a message may bring: then none is kept. */
  tooManyFiles: boolean;
}

/** Reads a mail with a reply to the thread of this id; never throws: what cannot be read has no sender. */
export async function parseReply(bytes: Uint8Array, threadId: string): Promise<ParsedReply> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: MAX_NESTING, maxHeadersSize: MAX_HEADER_BYTES, forceRfc822Attachments: true, attachmentEncoding: 'arraybuffer' }).catch(() => null);
  if (!mail) return { from: [], isAutomatic: false, text: '', attachments: [], tooManyFiles: false };
  const header = (name: string) => mail.headers.filter(({ key }) => key === name).map(({ value }) => value.trim().toLowerCase());
  const senders = mail.headers.filter(({ key }) => key === 'from').length === 1 && mail.from?.address !== undefined ? [mail.from.address.toLowerCase()] : [];
  const files = mail.attachments.map(({ filename, content }) => ({ name: safeName(filename ?? 'file'), content: new Uint8Array(content as ArrayBuffer) }));
  const tooManyFiles = !fit(files);
  return {
    from: senders,
    isAutomatic: header('auto-submitted').some(value => value !== 'no') || header('precedence').some(value => value === 'bulk' || value === 'auto_reply' || value === 'list'),
    text: withoutQuote(mail.text ?? textOfHtml(mail.html ?? ''), threadId), attachments: tooManyFiles ? [] : files, tooManyFiles,
  };
}

/** What stands above the line with the id of the thread, without the quote around it and the line that introduces it. */
function withoutQuote(text: string, threadId: string): string {
  const lines = leaveOutControl(text.slice(0, 10 * MAX_TEXT_CHARACTERS)).replaceAll('\r\n', '\n').split('\n');
  const mark = lines.findIndex(line => line.includes(`[${threadId}]`));
  const above = mark < 0 ? lines : lines.slice(0, mark);
  const isQuoted = (line: string | undefined) => line !== undefined && (/^\s*>/.test(line) || line.trim() === '');
  if (mark >= 0) {
    while (above.length > 0 && isQuoted(above.at(-1))) above.pop();
    // "On Monday Ada wrote:" comes in every language, ends in a colon, and may be broken into two lines.
    if (above.at(-1)?.trimEnd().endsWith(':') && above.at(-1)!.length <= MAX_ATTRIBUTION_CHARACTERS) {
      above.pop();
      if (above.length > 0 && above.at(-1)!.trim() !== '' && above.at(-2)?.trim() === '') above.pop();
    }
  }
  return above.join('\n').trim().slice(0, MAX_TEXT_CHARACTERS);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: '\'', nbsp: ' ' };

const breaks = /^\/?(?:br|p|div|li|tr|h\d|table|ul|ol|blockquote)\b/i;
const unseen = /^(style|script|head|title)\b/i;

/** The words of a mail that has no plain text; markup is left out, never shown. Takes as long as the mail is. */
function textOfHtml(whole: string): string {
  const html = whole.slice(0, 20 * MAX_TEXT_CHARACTERS);
  const lower = html.toLowerCase();
  const words: string[] = [];
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    words.push(html.slice(at, open < 0 ? html.length : open));
    const close = open < 0 ? -1 : html.indexOf('>', open);
    if (close < 0) break;
    const tag = html.slice(open + 1, Math.min(close, open + 20));
    if (breaks.test(tag)) words.push('\n');
    const hidden = unseen.exec(tag)?.[1];
    const end = hidden === undefined ? close : lower.indexOf(`</${hidden.toLowerCase()}`, close);
    if (end < 0) break;
    at = hidden === undefined ? close + 1 : end;
  }
  return words.join('').replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi, (entity, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? entity;
    const code = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  }).replaceAll(/\n{3,}/g, '\n\n');
}
