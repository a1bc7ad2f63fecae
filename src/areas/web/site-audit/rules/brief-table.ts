import { Growing } from './growing.ts';
import { hashOf } from './hash.ts';
import { NearTexts } from './near-texts.ts';
import type { LinkFigures } from './page-rank.ts';
import { SharedValues } from './shared-values.ts';
import type { Brief, Briefs, Measure, Shared } from './site-index.ts';

/** A page as it is added, before it is known what links to it. Hashes stand for texts; 0 is none. */
export interface NewBrief extends Omit<Brief, 'position' | 'hasVersion' | keyof LinkFigures> {
  /** Hashes of the addresses of its versions in other languages. */
  versions: readonly number[];
  title: number;
  description: number;
  h1: number;
  /** The words of the title that say what the page is about; for pages that compete. */
  topic: number;
  text: number;
  /** In hexadecimal; null where there are too few words to compare. */
  simHash: string | null;
}

const NONE = 0;
/** A server may answer with the status 0. */
const NO_STATUS = 0xffff;
const [BLOCKED, ROBOTS_KNOWN, NOINDEX, INDEXABLE, IN_SITEMAP, ALL_ANCHORS, COMPARABLE] = [1, 2, 4, 8, 16, 32, 64];

/** What is known of the pages of a site, in columns instead of objects. */
export class BriefTable implements Briefs {
  #length = 0;
  readonly #flags: Uint8Array;
  readonly #status: Uint16Array;
  readonly #moved: Uint16Array;
  readonly #url: Uint32Array;
  readonly #finalUrl: Uint32Array;
  readonly #canonical: Uint32Array;
  readonly #internalLinks: Uint32Array;
  readonly #anchorsEnd: Uint32Array;
  readonly #hashes: Readonly<Record<'title' | 'description' | 'h1' | 'topic' | 'high' | 'low', Uint32Array> & { text: Float64Array }>;
  readonly #versionsEnd: Uint32Array;
  readonly #anchors = new Growing(Uint32Array);
  readonly #versions = new Growing(Uint32Array);
  readonly #texts = new Texts();
  #links: LinkFigures = { inlinks: [], depth: [], rank: [] };
  #shared: Readonly<Record<Measure, SharedValues>> | null = null;
  #near: NearTexts | null = null;

  /** For at most so many pages. */
  constructor(max: number) {
    const column = (): Uint32Array => new Uint32Array(max);
    this.#flags = new Uint8Array(max);
    [this.#status, this.#moved] = [new Uint16Array(max), new Uint16Array(max)];
    [this.#url, this.#finalUrl, this.#canonical] = [column(), column(), column()];
    [this.#internalLinks, this.#anchorsEnd, this.#versionsEnd] = [column(), column(), column()];
    this.#hashes = { title: column(), description: column(), h1: column(), topic: column(), high: column(), low: column(), text: new Float64Array(max) };
  }

  get length(): number {
    return this.#length;
  }

  add(page: NewBrief): void {
    const at = this.#length++;
    this.#flags[at] = (page.blocked === null ? 0 : ROBOTS_KNOWN | (page.blocked ? BLOCKED : 0)) | (page.noindex ? NOINDEX : 0) | (page.indexable ? INDEXABLE : 0)
      | (page.inSitemap ? IN_SITEMAP : 0) | (page.anchors === null ? 0 : ALL_ANCHORS) | (page.simHash === null ? 0 : COMPARABLE);
    this.#status[at] = page.status ?? NO_STATUS;
    this.#moved[at] = page.moved ?? NO_STATUS;
    this.#url[at] = this.#texts.add(page.url);
    const own = (url: string): number => (url === page.url ? this.#url[at]! : this.#texts.add(url));
    this.#finalUrl[at] = own(page.finalUrl);
    this.#canonical[at] = page.canonical === null ? NONE : own(page.canonical);
    this.#internalLinks[at] = page.internalLinks;
    this.#anchors.add(page.anchors ?? []);
    this.#anchorsEnd[at] = this.#anchors.length;
    this.#versions.add(page.versions);
    this.#versionsEnd[at] = this.#versions.length;
    for (const name of ['title', 'description', 'h1', 'topic', 'text'] as const) this.#hashes[name][at] = page[name];
    this.#hashes.high[at] = Number.parseInt(page.simHash?.slice(0, 8) ?? '0', 16);
    this.#hashes.low[at] = Number.parseInt(page.simHash?.slice(8) ?? '0', 16);
  }

  /** Takes what links to the pages; all of them were added. */
  finish(links: LinkFigures): void {
    this.#links = links;
    const listed = this.#positionsWith(INDEXABLE);
    const { title, description, h1, text, topic, high, low } = this.#hashes;
    this.#shared = {
      title: new SharedValues(listed, title), description: new SharedValues(listed, description), h1: new SharedValues(listed, h1), text: new SharedValues(listed, text),
      // Pages with the same title are another finding.
      topic: new SharedValues(listed, topic, title),
    };
    this.#near = new NearTexts(this.#positionsWith(INDEXABLE | COMPARABLE), { high, low, text });
  }

  at(position: number): Brief {
    return new Row(this, position);
  }

  * [Symbol.iterator](): Generator<Brief> {
    for (let position = 0; position < this.#length; position++) yield this.at(position);
  }

  sharing({ position }: Brief, by: Measure, max: number): Shared | null {
    if (this.#hashes[by][position] === NONE) return null;
    const { first, count } = this.#shared![by].of(position, max);
    return { urls: first.map(other => this.url(other)), count };
  }

  near({ position }: Brief): readonly string[] | null {
    return this.has(position, COMPARABLE) ? this.#near!.of(position).map(other => this.url(other)) : null;
  }

  has(position: number, flag: number): boolean {
    return (this.#flags[position]! & flag) !== 0;
  }

  status(position: number): number | null {
    return statusOf(this.#status[position]!);
  }

  moved(position: number): number | null {
    return statusOf(this.#moved[position]!);
  }

  url(position: number): string {
    return this.#texts.at(this.#url[position]!);
  }

  finalUrl(position: number): string {
    return this.#texts.at(this.#finalUrl[position]!);
  }

  canonical(position: number): string | null {
    return this.#canonical[position] === NONE ? null : this.#texts.at(this.#canonical[position]!);
  }

  hasVersion(position: number, url: string): boolean {
    return this.#versions.part(this.#versionsEnd[position - 1] ?? 0, this.#versionsEnd[position]!).includes(hashOf(url));
  }

  anchors(position: number): Uint32Array | null {
    return this.has(position, ALL_ANCHORS) ? this.#anchors.part(this.#anchorsEnd[position - 1] ?? 0, this.#anchorsEnd[position]!) : null;
  }

  internalLinks(position: number): number {
    return this.#internalLinks[position]!;
  }

  linked(position: number, figure: keyof LinkFigures): number {
    return this.#links[figure][position]!;
  }

  #positionsWith(flags: number): Uint32Array {
    return Uint32Array.from({ length: this.#length }, (_, position) => position).filter(position => (this.#flags[position]! & flags) === flags);
  }
}

/** A page of the table; it reads what it is asked for. */
class Row implements Brief {
  readonly #table: BriefTable;
  readonly position: number;

  constructor(table: BriefTable, position: number) {
    this.#table = table;
    this.position = position;
  }

  get url() { return this.#table.url(this.position); }
  get finalUrl() { return this.#table.finalUrl(this.position); }
  get status() { return this.#table.status(this.position); }
  get moved() { return this.#table.moved(this.position); }
  get blocked() { return this.#table.has(this.position, ROBOTS_KNOWN) ? this.#table.has(this.position, BLOCKED) : null; }
  get noindex() { return this.#table.has(this.position, NOINDEX); }
  get indexable() { return this.#table.has(this.position, INDEXABLE); }
  get canonical() { return this.#table.canonical(this.position); }
  get anchors() { return this.#table.anchors(this.position); }
  get internalLinks() { return this.#table.internalLinks(this.position); }
  get inlinks() { return this.#table.linked(this.position, 'inlinks'); }
  get depth() { return this.#table.linked(this.position, 'depth'); }
  get rank() { return this.#table.linked(this.position, 'rank'); }
  get inSitemap() { return this.#table.has(this.position, IN_SITEMAP); }

  hasVersion(url: string): boolean {
    return this.#table.hasVersion(this.position, url);
  }
}

function statusOf(kept: number): number | null {
  return kept === NO_STATUS ? null : kept;
}

/** Texts as bytes, by the numbers that `add` gives them, from 1 on. */
class Texts {
  readonly #bytes = new Growing(Uint8Array);
  readonly #ends = new Growing(Uint32Array);

  constructor() {
    this.#ends.push(0);
  }

  add(text: string): number {
    this.#bytes.add(Buffer.from(text));
    this.#ends.push(this.#bytes.length);
    return this.#ends.length - 1;
  }

  at(number: number): string {
    const { buffer, byteOffset, length } = this.#bytes.part(this.#ends.at(number - 1), this.#ends.at(number));
    return Buffer.from(buffer, byteOffset, length).toString();
  }
}
