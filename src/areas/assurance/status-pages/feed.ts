import { html, type Html } from '../../../core/html.ts';
import { uuidOf, type Published, type PublishedIncident } from './published.ts';
import type { StatusPagesTexts } from './texts.ts';

/** What XML 1.0 cannot hold (section 2.2), not even escaped. */
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The incidents of a page as an Atom feed (RFC 4287): an entry has the same id for as long as its incident is there. */
export function feedOf(page: Published, { id, url, updatedAt }: { id: string; url: string; updatedAt: string }, texts: StatusPagesTexts): string {
  const updated = [updatedAt, ...page.incidents.map(incident => incident.updatedAt)].toSorted().at(-1)!;
  const title = inXml(page.title);
  return `<?xml version="1.0" encoding="utf-8"?>
${html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${texts.language.tag}">
<id>urn:uuid:${uuidOf(id)}</id>
<title>${title}</title>
${page.description !== '' && html`<subtitle>${inXml(page.description)}</subtitle>
`}<updated>${updated}</updated>
<author><name>${title}</name></author>
<link rel="self" type="application/atom+xml" href="${url}/feed.atom"/>
<link rel="alternate" type="text/html" href="${url}"/>
${page.incidents.map(incident => entryOf(incident, url, texts))}</feed>
`.html}`;
}

function entryOf({ id, checks, since, until, updatedAt }: PublishedIncident, url: string, texts: StatusPagesTexts): Html {
  const { isoMinute } = texts.language;
  const says = until === null ? texts.entry.since(isoMinute(since)) : texts.entry.period(isoMinute(since), isoMinute(until));
  return html`<entry>
<id>urn:uuid:${id}</id>
<title>${inXml(texts.incident(checks))}</title>
<published>${since}</published>
<updated>${updatedAt}</updated>
<link rel="alternate" type="text/html" href="${url}"/>
<content type="text">${says}</content>
</entry>
`;
}

function inXml(text: string): string {
  return text.replaceAll(NOT_IN_XML, '');
}
