import { sectionsOf, type Message, type Notice } from '../notice.ts';
import type { NotificationsTexts } from '../texts.ts';
import { escapeHtml, headline, onlyNotice, severityColors, titled } from './words.ts';

const MAX_SUBJECT = 150;
const MAX_NOTICES = 50;

/** An e-mail without the lines at its end, which have a link of their own every time. */
export interface EmailBody {
  subject: string;
  text: string;
  html: string;
}

/** An e-mail, as JSON of `EmailBody`. */
export function emailBody(message: Message, _target: string, texts: NotificationsTexts): string {
  const only = onlyNotice(message);
  const shown = message.notices.slice(0, MAX_NOTICES);
  const left = message.total - shown.length;
  const paragraphs = shown.map(notice => ({ head: titled(notice, texts), body: notice.body, html: htmlBody(notice), at: texts.language.isoMinute(notice.createdAt), color: severityColors[notice.severity] }));
  const more = left > 0 ? [texts.moreInEmail(left)] : [];
  const url = only?.url ?? message.url;
  const mail: EmailBody = {
    subject: headline(message, MAX_SUBJECT, texts),
    text: [...paragraphs.flatMap(({ head, body, at }) => [head, ...(body === '' ? [] : [body]), at, '']), ...more, texts.opens(url)].join('\n'),
    html: [
      ...paragraphs.map(({ head, html, at, color }) => `<h2 style="font-size:1.1em;margin:1.2em 0 .3em;border-left:4px solid #${color.toString(16).padStart(6, '0')};padding-left:.6em">${escapeHtml(head)}</h2>\n`
        + `${html}<p style="color:#6b7280;margin:.3em 0">${at}</p>`),
      ...more.map(text => `<p>${escapeHtml(text)}</p>`),
      `<p><a href="${escapeHtml(url)}">${escapeHtml(texts.open)}</a></p>`,
    ].join('\n'),
  };
  return JSON.stringify(mail);
}

function htmlBody(notice: Notice): string {
  const sections = sectionsOf(notice);
  if (sections.length === 0) return notice.body === '' ? '' : `<p style="white-space:pre-line;margin:.3em 0">${escapeHtml(notice.body)}</p>\n`;
  return sections.map(({ heading, lines }) => `<h3 style="font-size:1em;margin:1em 0 .3em">${escapeHtml(heading)}</h3>\n`
    + `<ul style="margin:.3em 0;padding-left:1.4em">\n${lines.map(line => `<li>${escapeHtml(line)}</li>\n`).join('')}</ul>\n`).join('');
}

/** The e-mail with the link that stops such e-mails. */
export function withUnsubscribe({ subject, text, html }: EmailBody, url: string, texts: NotificationsTexts): EmailBody {
  return {
    subject,
    text: `${text}\n\n--\n${texts.unsubscribes(url)}\n`,
    html: `<!doctype html>\n<html lang="${texts.language.tag}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>\n<body style="font-family:sans-serif;max-width:40em">\n${html}\n`
      + `<p style="color:#6b7280;font-size:.9em"><a href="${escapeHtml(url)}">${escapeHtml(texts.unsubscribe)}</a></p>\n</body></html>\n`,
  };
}
