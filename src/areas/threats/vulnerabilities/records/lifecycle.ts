import { cpeKeyOf } from '../../../../core/cpe.ts';
import { listIn, objectIn, textIn, dateIn } from './reading.ts';

/** How long the authors of a product look after its versions. */
export interface Lifecycle {
  product: string;
  title: string;
  /** `vendor:product` of its CPE names. */
  cpes: readonly string[];
  /** Newest first. */
  cycles: readonly Cycle[];
}

export interface Cycle {
  /** What its versions begin with. */
  name: string;
  /** The last day of security updates; `true` where they ended on a day that nobody names, `false` where they go on, null where it is not known. */
  endsOn: string | boolean | null;
  latest: string | null;
}

const MAX_PRODUCTS = 2000;
const MAX_CYCLES = 400;

/** Products of endoflife.date: a list of them, or a reply of its API (v1) about one or all; null for what is neither. */
export function parseLifecycles(value: unknown): Lifecycle[] | null {
  const { products, result } = objectIn(value);
  const several = Array.isArray(products) ? products : result;
  if (Array.isArray(several)) return listIn(several, MAX_PRODUCTS).flatMap(lifecycleIn);
  return result === undefined ? null : [result].flatMap(lifecycleIn);
}

function lifecycleIn(value: unknown): Lifecycle[] {
  const entry = objectIn(value);
  const product = textIn(entry['product'] ?? entry['name']);
  if (product === null) return [];
  return [{
    product,
    title: textIn(entry['title'] ?? entry['label']) ?? product,
    cpes: [...new Set(listIn(entry['identifiers'], 64).map(objectIn).flatMap(identifier => cpeKeyOf(identifier['cpe'] ?? (identifier['type'] === 'cpe' ? identifier['id'] : null)) ?? []))],
    cycles: listIn(entry['cycles'] ?? entry['releases'], MAX_CYCLES).map(objectIn).flatMap(cycle => {
      const name = textIn(cycle['cycle'] ?? cycle['name']);
      return name === null ? [] : [{ name, endsOn: endIn(cycle['eol'] ?? cycle['eolFrom'] ?? cycle['isEol']), latest: textIn(cycle['latest'] ?? null) ?? textIn(objectIn(cycle['latest'])['name']) }];
    }),
  }];
}

function endIn(value: unknown): Cycle['endsOn'] {
  return typeof value === 'boolean' ? value : dateIn(value);
}
