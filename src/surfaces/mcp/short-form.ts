/** How much of a reply is shown. */
interface Measure {
  /** Longer text is cut; a record that somebody is to publish is shorter. */
  characters: number;
  /** Longest list near the top, such as the findings, and further down. */
  items: number;
  deepItems: number;
}

/** From generous to tight: the first that keeps the reply within its size is taken. */
const measures: readonly Measure[] = [
  { characters: 4000, items: 60, deepItems: 20 }, { characters: 2000, items: 60, deepItems: 5 }, { characters: 1000, items: 30, deepItems: 2 },
  { characters: 1000, items: 15, deepItems: 1 }, { characters: 1000, items: 5, deepItems: 1 }, { characters: 1000, items: 1, deepItems: 1 },
];
const TOP = 2;
const MAX_BYTES = 16 * 1024;
const MAX_NOTES = 20;

/** A reply in its short form, and what it leaves out, in words. */
export interface Shortened {
  value: unknown;
  omitted: string[];
}

/**
 * The short form of a reply: of long lists the first, of long texts the beginning, of findings those that need somebody.
 * The rows of a page are all there, because its cursor goes on behind the last of them; every other member keeps its type.
 */
export function shorten(reply: unknown): Shortened {
  let short: Shortened = { value: reply, omitted: [] };
  for (const measure of measures) {
    const cutter = new Cutter(measure);
    const value = cutter.cut(reply, '');
    short = { value, omitted: cutter.notes() };
    if (Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES) break;
  }
  return short;
}

/** Cuts a reply down to one measure and notes what went. */
class Cutter {
  readonly #measure: Measure;
  readonly #left = new Map<string, { shown: number; of: number; passing: number; what: string }>();

  constructor(measure: Measure) {
    this.#measure = measure;
  }

  cut(value: unknown, path: string): unknown {
    if (typeof value === 'string') return this.#text(value, path);
    if (Array.isArray(value)) return this.#list(value as unknown[], path);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.cut(member, path === '' ? name : `${path}.${name}`)]));
  }

  notes(): string[] {
    const all = [...this.#left].map(([path, { shown, of, passing, what }]) => (
      `${path}: ${shown} of ${of} ${what}${passing > 0 ? `, and ${passing} left out that pass or do not apply` : ''}`
    ));
    return all.length > MAX_NOTES ? [...all.slice(0, MAX_NOTES), `and ${all.length - MAX_NOTES} more`] : all;
  }

  #text(text: string, path: string): string {
    const { characters } = this.#measure;
    if (text.length <= characters) return text;
    this.#note(path, { shown: characters, of: text.length, passing: 0, what: 'characters' });
    // Half of a surrogate pair is no character.
    return `${text.slice(0, characters).replace(/[\ud800-\udbff]$/, '')}…`;
  }

  #list(list: readonly unknown[], path: string): unknown[] {
    const { items, deepItems } = this.#measure;
    const wanting = list.filter(wants);
    const shown = path === 'data' ? list : wanting.slice(0, path.split('.').length <= TOP ? items : deepItems);
    if (shown.length < list.length) this.#note(path, { shown: shown.length, of: wanting.length, passing: list.length - wanting.length, what: 'shown' });
    return shown.map(item => this.cut(item, `${path}[]`));
  }

  #note(path: string, { shown, of, passing, what }: { shown: number; of: number; passing: number; what: string }): void {
    const before = this.#left.get(path) ?? { shown: 0, of: 0, passing: 0 };
    this.#left.set(path, { shown: shown + before.shown, of: of + before.of, passing: passing + before.passing, what });
  }
}

/** False for a finding that needs no attention. */
function wants(item: unknown): boolean {
  if (item === null || typeof item !== 'object' || !('severity' in item) || !('state' in item)) return true;
  return item.state !== 'pass' && item.state !== 'notApplicable';
}
