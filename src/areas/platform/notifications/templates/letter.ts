import { sectionsOf, type Message, type Notice } from '../notice.ts';
import { escapeHtml, headline, looks, onlyNotice, timeOf, titled } from './words.ts';

const MAX_SUBJECT = 150;
const MAX_NOTICES = 50;

/** A letter without the lines at its end, which have a link of their own every time. */
export interface LetterBody {
  subject: string;
  text: string;
  html: string;
}

/** A letter, as JSON of `LetterBody`. */
export function letterBody(message: Message): string {
  const only = onlyNotice(message);
  const shown = message.notices.slice(0, MAX_NOTICES);
  const left = message.total - shown.length;
  const paragraphs = shown.map(notice => ({ head: titled(notice), body: notice.body, html: htmlBody(notice), at: timeOf(notice.createdAt), color: looks[notice.severity].color }));
  const more = left > 0 ? [`…and ${left} more.`] : [];
  const url = only?.url ?? message.url;
  const letter: LetterBody = {
    subject: headline(message, MAX_SUBJECT),
    text: [...paragraphs.flatMap(({ head, body, at }) => [head, ...(body === '' ? [] : [body]), at, '']), ...more, `Look at it: ${url}`].join('\n'),
    html: [
      ...paragraphs.map(({ head, html, at, color }) => `<h2 style="font-size:1.1em;margin:1.2em 0 .3em;border-left:4px solid #${color.toString(16).padStart(6, '0')};padding-left:.6em">${escapeHtml(head)}</h2>\n`
        + `${html}<p style="color:#6b7280;margin:.3em 0">${at}</p>`),
      ...more.map(text => `<p>${text}</p>`),
      `<p><a href="${escapeHtml(url)}">Look at it</a></p>`,
    ].join('\n'),
  };
  return JSON.stringify(letter);
}

function htmlBody(notice: Notice): string {
  const sections = sectionsOf(notice);
  if (sections.length === 0) return notice.body === '' ? '' : `<p style="white-space:pre-line;margin:.3em 0">${escapeHtml(notice.body)}</p>\n`;
  return sections.map(({ heading, lines }) => `<h3 style="font-size:1em;margin:1em 0 .3em">${escapeHtml(heading)}</h3>\n`
    + `<ul style="margin:.3em 0;padding-left:1.4em">\n${lines.map(line => `<li>${escapeHtml(line)}</li>\n`).join('')}</ul>\n`).join('');
}

/** The letter with the link that stops such letters. */
export function withUnsubscribe({ subject, text, html }: LetterBody, url: string): LetterBody {
  return {
    subject,
    text: `${text}\n\n--\nStop these letters: ${url}\n`,
    html: `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>\n<body style="font-family:sans-serif;max-width:40em">\n${html}\n`
      + `<p style="color:#6b7280;font-size:.9em"><a href="${escapeHtml(url)}">Stop these letters</a></p>\n</body></html>\n`,
  };
}
