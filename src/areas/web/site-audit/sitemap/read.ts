import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SaxesParser } from 'saxes';

/** One address that a sitemap names. */
export interface SitemapEntry {
  location: string;
  /** As it is written; null where it is left out. */
  lastModified: string | null;
}

/** What was wrong with a sitemap, besides its entries. */
export type SitemapFault = 'notXml' | 'tooManyEntries' | 'tooLarge' | 'brokenGzip' | 'nestedIndex' | 'empty';

export interface SitemapReport {
  kind: 'urls' | 'index' | 'text' | 'unknown';
  /** One more than the limit where there are more; those beyond it are not read. */
  entries: number;
  faults: readonly SitemapFault[];
}

export interface SitemapLimits {
  /** Of the unpacked file. */
  maxBytes: number;
  maxEntries: number;
}

/** Those of sitemaps.org. */
const sitemapLimits: SitemapLimits = { maxBytes: 50 * 1024 * 1024, maxEntries: 50_000 };

const MAX_LOCATION_CHARACTERS = 4096;

type Take = (kind: 'urls' | 'index', entry: SitemapEntry) => void;

/** Reads a sitemap, an index of sitemaps or a list of addresses as it comes, unpacked where it is gzip; entries go to `take`, and never more is in memory than a piece. */
export async function readSitemap(file: AsyncIterable<Uint8Array>, take: Take, limits: SitemapLimits = sitemapLimits): Promise<SitemapReport> {
  const reader = createReader(take, limits);
  let bytes = 0;
  try {
    for await (const piece of unpacked(file)) {
      bytes += piece.length;
      if (bytes > limits.maxBytes) {
        reader.note('tooLarge');
        break;
      }
      if (!reader.write(piece)) break;
    }
  } catch {
    reader.note('brokenGzip');
  }
  return reader.end();
}

async function* unpacked(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = file[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done) return;
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    yield first.value;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  };
  const isGzip = first.value[0] === 0x1f && first.value[1] === 0x8b;
  if (isGzip) yield* Readable.from(whole(), { objectMode: false }).compose(createGunzip()) as AsyncIterable<Uint8Array>;
  else yield* whole();
}

interface Reader {
  /** False where nothing more is wanted. */
  write(piece: Uint8Array): boolean;
  note(fault: SitemapFault): void;
  end(): SitemapReport;
}

function createReader(take: Take, limits: SitemapLimits): Reader {
  const faults = new Set<SitemapFault>();
  const decoder = new TextDecoder();
  let [kind, entries, isOver]: [SitemapReport['kind'], number, boolean] = ['unknown', 0, false];
  let read: { write(text: string): void; end(): void } | null = null;
  const add = (of: 'urls' | 'index' | 'text', entry: SitemapEntry): void => {
    if (isOver) return;
    if (entries === limits.maxEntries) {
      entries++;
      faults.add('tooManyEntries');
      isOver = true;
      return;
    }
    entries++;
    take(of === 'index' ? 'index' : 'urls', entry);
  };
  const begin = (text: string): NonNullable<typeof read> => {
    if (text.trimStart().startsWith('<')) return xmlReader(found => { kind = found; }, add, fault => faults.add(fault));
    kind = 'text';
    return textReader(location => add('text', { location, lastModified: null }));
  };
  const write = (text: string): void => {
    if (read === null && text.trim() === '') return;
    read ??= begin(text);
    read.write(text);
  };
  return {
    write(piece) {
      write(decoder.decode(piece, { stream: true }));
      return !isOver;
    },
    note: fault => void faults.add(fault),
    end() {
      write(decoder.decode());
      if (!isOver) read?.end();
      if (kind === 'text' && entries === 0) faults.add('notXml');
      if (entries === 0 && faults.size === 0) faults.add('empty');
      return { kind, entries, faults: [...faults] };
    },
  };
}

/** One address a line, as sitemaps.org allows; other lines are passed over. */
function textReader(found: (location: string) => void): { write(text: string): void; end(): void } {
  let rest = '';
  const take = (line: string): void => {
    if (/^https?:\/\//i.test(line.trim()) && line.length <= MAX_LOCATION_CHARACTERS) found(line.trim());
  };
  return {
    write(text) {
      const lines = (rest + text).split(/\r?\n|\r/);
      rest = lines.pop()!.slice(0, MAX_LOCATION_CHARACTERS + 1);
      lines.forEach(take);
    },
    end: () => take(rest),
  };
}

/** Elements are known by their local names: real files get the namespace wrong. */
function xmlReader(found: (kind: 'urls' | 'index') => void, add: (kind: 'urls' | 'index', entry: SitemapEntry) => void, note: (fault: SitemapFault) => void): { write(text: string): void; end(): void } {
  const parser = new SaxesParser({ xmlns: false });
  const path: string[] = [];
  let [kind, location, lastModified, text, broken]: ['urls' | 'index' | null, string, string, string, boolean] = [null, '', '', '', false];
  parser.on('error', () => {
    broken = true;
    note('notXml');
  });
  parser.on('opentag', ({ name }) => {
    const local = localName(name);
    if (path.length === 0) {
      kind = local === 'sitemapindex' ? 'index' : local === 'urlset' ? 'urls' : null;
      if (kind) found(kind);
      else note('notXml');
    } else if (path.length === 1 && (local === 'sitemapindex' || local === 'urlset')) note('nestedIndex');
    if (path.length < 8) path.push(local);
    else throw new Error('deeper than any sitemap');
    text = '';
  });
  const gather = (more: string): void => {
    if (path.length === 3 && text.length <= MAX_LOCATION_CHARACTERS) text += more;
  };
  parser.on('text', gather);
  parser.on('cdata', gather);
  parser.on('closetag', () => {
    const local = path.pop();
    if (path.length === 2 && local === 'loc') location = text.trim();
    if (path.length === 2 && local === 'lastmod') lastModified = text.trim().slice(0, 64);
    if (path.length !== 1) return;
    if (kind && location !== '' && location.length <= MAX_LOCATION_CHARACTERS) add(kind, { location, lastModified: lastModified === '' ? null : lastModified });
    [location, lastModified] = ['', ''];
  });
  const safely = (work: () => void): void => {
    if (broken) return;
    try {
      work();
    } catch {
      broken = true;
      note('notXml');
    }
  };
  return { write: piece => safely(() => void parser.write(piece)), end: () => safely(() => void parser.close()) };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
