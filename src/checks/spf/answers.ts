import type { Lookup } from '../../core/lookup.ts';
import { parseSpf, type SpfRecord } from './parse.ts';
import type { SpfQuery } from './evaluate.ts';

/** One question that was asked for the sake of the SPF record, and its outcome; of TXT the SPF records alone. */
export interface SpfSeen {
  name: string;
  type: SpfQuery['type'];
  lookup: Lookup<readonly unknown[]>;
}

/** What a record of each type holds. */
interface Values {
  TXT: string;
  A: string;
  AAAA: string;
  MX: { preference: number; exchange: string };
  PTR: string;
}

export type ValueOf<Type extends SpfQuery['type']> = Values[Type];

/** What was asked so far, as the tree is read and judged from it; the records are parsed once each. */
export class Answers {
  readonly #lookups: Map<string, Lookup<readonly unknown[]>>;
  readonly #records: Map<string, SpfRecord>;

  constructor(seen: readonly SpfSeen[] = [], records = new Map<string, SpfRecord>()) {
    this.#lookups = new Map(seen.map(({ name, type, lookup }) => [`${type} ${name}`, lookup]));
    this.#records = records;
  }

  /** Undefined where it was not asked. */
  find<Type extends SpfQuery['type']>(name: string, type: Type): Lookup<readonly Values[Type][]> | undefined {
    return this.#lookups.get(`${type} ${name}`) as Lookup<readonly Values[Type][]> | undefined;
  }

  add({ name, type, lookup }: SpfSeen): void {
    this.#lookups.set(`${type} ${name}`, lookup);
  }

  /** The same answers, had `name` this one SPF record. */
  with(name: string, text: string): Answers {
    const other = new Answers(this.seen, this.#records);
    other.add({ name, type: 'TXT', lookup: { outcome: 'found', value: [text], via: [], ttlSeconds: 0 } });
    return other;
  }

  read = (text: string): SpfRecord => {
    const known = this.#records.get(text) ?? parseSpf(text);
    this.#records.set(text, known);
    return known;
  };

  get seen(): SpfSeen[] {
    return [...this.#lookups].map(([key, lookup]) => ({ name: key.slice(key.indexOf(' ') + 1), type: key.slice(0, key.indexOf(' ')) as SpfSeen['type'], lookup }));
  }
}
