import { Growing } from './growing.ts';
import { NearTexts } from './near-texts.ts';
import type { LinkFigures } from './page-rank.ts';
import { SharedValues } from './shared-values.ts';
import type { Brief, Briefs, Shared } from './site-index.ts';

/** A page as it is added, before it is known what links to it. Hashes stand for texts; 0 is none. */
export interface NewBrief extends Omit<Brief, 'position' | keyof LinkFigures> {
  title: number;
  description: number;
  h1: number;
  /** The words of the title that say what the page is about; for pages that compete. */
  topic: number;
  text: number;
  /** In hexadecimal; null where there are too few words to compare. */
  simHash: string | null;
}

type Measure = Parameters<Briefs['sharing']>[1];

const NONE = 0;
const [BLOCKED, ROBOTS_KNOWN, NOINDEX, INDEXABLE, IN_SITEMAP, ALL_ANCHORS, COMPARABLE] = [1, 2, 4, 8, 16, 32, 64];

/** What is known of the pages of a site, in columns: some 150 bytes a page, where objects would take 600. */
export class BriefTable implements Briefs {
  #length = 0;
  readonly #flags: Uint8Array;
  readonly #status: Uint16Array;
  readonly #moved: Uint16Array;
  readonly #url: Uint32Array;
  readonly #finalUrl: Uint32Array;
  readonly #canonical: Uint32Array;
  readonly #alternates: Uint32Array;
  readonly #internalLinks: Uint32Array;
  readonly #anchorsEnd: Uint32Array;
  readonly #hashes: Readonly<Record<'title' | 'description' | 'h1' | 'topic' | 'high' | 'low', Uint32Array> & { text: Float64Array }>;
  readonly #anchors = new Growing(Uint32Array);
  readonly #texts = new Texts();
  #links: LinkFigures<ArrayLike<number>> = { inlinks: [], depth: [], rank: [] };
  #shared: Readonly<Record<Measure, SharedValues>> | null = null;
  #near: NearTexts | null = null;

  /** For at most so many pages. */
  constructor(max: number) {
    const column = (): Uint32Array => new Uint32Array(max);
    this.#flags = new Uint8Array(max);
    [this.#status, this.#moved] = [new Uint16Array(max), new Uint16Array(max)];
    [this.#url, this.#finalUrl, this.#canonical, this.#alternates] = [column(), column(), column(), column()];
    [this.#internalLinks, this.#anchorsEnd] = [column(), column()];
    this.#hashes = { title: column(), description: column(), h1: column(), topic: column(), high: column(), low: column(), text: new Float64Array(max) };
  }

  get length(): number {
    return this.#length;
  }

  add(page: NewBrief): void {
    const at = this.#length++;
    this.#flags[at] = (page.blocked === null ? 0 : ROBOTS_KNOWN | (page.blocked ? BLOCKED : 0)) | (page.noindex ? NOINDEX : 0) | (page.indexable ? INDEXABLE : 0)
      | (page.inSitemap ? IN_SITEMAP : 0) | (page.anchors === null ? 0 : ALL_ANCHORS) | (page.simHash === null ? 0 : COMPARABLE);
    this.#status[at] = page.status ?? NONE;
    this.#moved[at] = page.moved ?? NONE;
    this.#url[at] = this.#texts.add(page.url);
    const own = (url: string): number => (url === page.url ? this.#url[at]! : this.#texts.add(url));
    this.#finalUrl[at] = own(page.finalUrl);
    this.#canonical[at] = page.canonical === null ? NONE : own(page.canonical);
    this.#alternates[at] = page.alternates === null ? NONE : this.#texts.add(page.alternates.join('\n'));
    this.#internalLinks[at] = page.internalLinks;
    this.#anchors.add(page.anchors ?? []);
    this.#anchorsEnd[at] = this.#anchors.length;
    for (const name of ['title', 'description', 'h1', 'topic', 'text'] as const) this.#hashes[name][at] = page[name];
    this.#hashes.high[at] = Number.parseInt(page.simHash?.slice(0, 8) ?? '0', 16);
    this.#hashes.low[at] = Number.parseInt(page.simHash?.slice(8) ?? '0', 16);
  }

  /** Takes what links to the pages; all of them were added. */
  finish(links: LinkFigures<ArrayLike<number>>): void {
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
    return this.#status[position]! || null;
  }

  moved(position: number): number | null {
    return this.#moved[position]! || null;
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

  alternates(position: number): readonly string[] | null {
    return this.#alternates[position] === NONE ? null : this.#texts.at(this.#alternates[position]!).split('\n');
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
  get alternates() { return this.#table.alternates(this.position); }
  get anchors() { return this.#table.anchors(this.position); }
  get internalLinks() { return this.#table.internalLinks(this.position); }
  get inlinks() { return this.#table.linked(this.position, 'inlinks'); }
  get depth() { return this.#table.linked(this.position, 'depth'); }
  get rank() { return this.#table.linked(this.position, 'rank'); }
  get inSitemap() { return this.#table.has(this.position, IN_SITEMAP); }
}

/** Texts as bytes, by the numbers that `add` gives them, from 1 on. */
class Texts {
  readonly #bytes = new Growing(Uint8Array);
  readonly #ends = new Growing(Uint32Array);

  constructor() {
    this.#ends.add([0]);
  }

  add(text: string): number {
    this.#bytes.add(Buffer.from(text));
    this.#ends.add([this.#bytes.length]);
    return this.#ends.length - 1;
  }

  at(number: number): string {
    const [from, to] = this.#ends.part(number - 1, number + 1);
    const { buffer, byteOffset } = this.#bytes.part(0, 0);
    return Buffer.from(buffer, byteOffset + from!, to! - from!).toString();
  }
}
