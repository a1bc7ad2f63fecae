import { html, inXml, type Html } from '../../../core/html.ts';
import { uuidOf, type Published, type PublishedIncident } from './published.ts';
import type { StatusPagesTexts } from './texts.ts';

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

function entryOf({ id, checks, state, since, until, updatedAt }: PublishedIncident, url: string, texts: StatusPagesTexts): Html {
  const { isoMinute } = texts.language;
  const says = state !== 'over' ? texts.entry[state](isoMinute(since)) : texts.entry.period(isoMinute(since), isoMinute(until));
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
