import { SaxesParser } from 'saxes';
import { textOf, unreadable } from './decode.ts';
import { momentOf } from './fields.ts';
import { activeOf, worstOf, type FeedReading, type Incident, type IncidentState } from './report.ts';

const MAX_ITEMS = 100;
const MAX_DEPTH = 16;
const MAX_TEXT = 16_000;

type Item = Partial<Record<'title' | 'id' | 'url' | 'at' | 'body', string>>;

/** What elements of RSS 2.0 and of Atom (RFC 4287) say of an item. */
const fields: Readonly<Record<string, keyof Item>> = {
  title: 'title', guid: 'id', id: 'id', link: 'url', pubDate: 'at', published: 'at', updated: 'at', description: 'body', summary: 'body', content: 'body',
};

/** A feed of incidents; one without items says that there is none. Its items have no level: an incident that goes on counts as degraded. */
export function readRss(body: Uint8Array): FeedReading {
  const text = textOf(body);
  if (text === null) return unreadable('the encoding is neither UTF-8 nor UTF-16 with a byte order mark');
  try {
    const incidents = itemsIn(text).map(incidentOf);
    const ofIncidents = activeOf(incidents).map(({ status }) => (status === 'unknown' ? 'unknown' as const : 'degraded' as const));
    return { outcome: 'report', report: { level: worstOf(['operational', ...ofIncidents]), components: [], incidents, maintenances: [] } };
  } catch (error) {
    return unreadable(`not RSS or Atom, or cut off: ${(error as Error).message}`);
  }
}

/** The newest items. Throws for what is not well-formed, for another root, and for document types: they could name entities. */
function itemsIn(text: string): Item[] {
  const items: Item[] = [];
  const open: string[] = [];
  let current: Item | null = null;
  const parser = new SaxesParser();
  parser.on('error', error => { throw error; });
  parser.on('doctype', () => { throw new Error('a document type'); });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === 0 && name !== 'rss' && name !== 'feed') throw new Error(`the root is <${name.slice(0, 40)}>`);
    open.push(name);
    if (open.length > MAX_DEPTH) throw new Error('too deep');
    if (name === 'item' || name === 'entry') current = {};
    else if (name === 'link' && current !== null && attributes['href'] !== undefined) current.url ??= attributes['href'];
  });
  const take = (piece: string): void => {
    const field = fields[open.at(-1) ?? ''];
    if (current !== null && field !== undefined) current[field] = `${current[field] ?? ''}${piece}`.slice(0, MAX_TEXT);
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', ({ name }) => {
    open.pop();
    if ((name === 'item' || name === 'entry') && current !== null) {
      if (items.length < MAX_ITEMS) items.push(current);
      current = null;
    }
  });
  parser.write(text).close();
  return items;
}

function incidentOf({ title = '', id, url, at, body = '' }: Item): Incident {
  const plain = body.replaceAll(/<[^<>]*>/g, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, 4000);
  const status = stateOf(`${title} ${plain}`);
  const startedAt = momentOf(at?.trim());
  const link = url?.trim() ?? '';
  return {
    id: (id ?? (link || title)).trim().slice(0, 200), title: title.trim().slice(0, 300), status, impact: 'unknown', startedAt, resolvedAt: status === 'resolved' ? startedAt : null,
    url: /^https?:\/\//i.test(link) ? link : null, components: [], regions: [], updates: plain === '' ? [] : [{ at: startedAt, status, body: plain }],
  };
}

/** The first such word is the newest: feeds put the latest update on top. */
function stateOf(text: string): IncidentState {
  const [, word = ''] = /\b(resolved|completed|mitigated|investigating|identified|monitoring|active|scheduled)\b/i.exec(text) ?? [];
  switch (word.toLowerCase()) {
    case '': return 'unknown';
    case 'resolved': case 'completed': case 'mitigated': return 'resolved';
    case 'investigating': case 'active': return 'investigating';
    case 'monitoring': return 'monitoring';
    // A maintenance to come is no trouble.
    case 'scheduled': return 'resolved';
    default: return 'identified';
  }
}
