import { encodeLabel, encodeName, mayFit, withinLimit } from './a-label.ts';
import { brandOf, type Brand } from './brand.ts';
import type { Lists, LookalikeClass } from './classes/class.ts';
import { registryTakes } from './classes/shapes.ts';
import { classes } from './classes.ts';
import { Seen } from './seen.ts';

/** How many names are made, and of which lists. */
export interface GeneratorOptions extends Lists {
  /** At most so many names of all classes but the cross products. */
  maxNames: number;
  /** At most so many cross products. */
  maxCrossNames: number;
}

/** A name in A-labels that may pass for the brand's, and the id of the class that made it. */
export interface Lookalike {
  name: string;
  kind: string;
}

/** What became of one class. Where it grows with the square of the label, what is cut is not made one by one: `made` is then no exact number. */
export interface Share {
  kind: string;
  made: number;
  kept: number;
  exact: boolean;
}

/** How many names are given unless the caller says otherwise. */
export const defaultBudget = { maxNames: 4000, maxCrossNames: 1000 } as const;

/** A label that also goes under other suffixes, as people read it and in DNS. */
interface Crossing {
  label: string;
  encoded: string;
}

/** So many labels count as much as one step down the list of suffixes. */
const LABELS_A_STEP = 8;

/**
 * The lookalikes of a domain that `parseDomain` accepted, likeliest first, each once and never the domain itself; the same input gives
 * the same names in the same order. When it is done it returns what each class made and how much of that the budget let through.
 */
export function* lookalikes(domain: string, options: GeneratorOptions): Generator<Lookalike, Share[]> {
  const brand = brandOf(domain);
  const seen = new Seen(brand);
  const crossing: Crossing[] = [];
  const shares: Share[] = [];
  let left = options.maxNames;
  for (const each of classes) {
    const share = { kind: each.id, made: 0, kept: 0, exact: true };
    for (const text of each.texts(brand, options)) {
      if (each.estimate && share.kept === left) {
        Object.assign(share, { made: each.estimate(brand), exact: false });
        break;
      }
      const isNew = each.makes === 'label' ? mayFit(text) && seen.addLabel(text) : seen.addName(text);
      const name = isNew ? nameOf(text, each, brand, crossing) : null;
      if (name === null) continue;
      share.made++;
      if (share.made > left) continue;
      share.kept++;
      yield { name, kind: each.id };
    }
    left -= share.kept;
    shares.push(share);
  }
  shares.push(yield* crossProducts(brand, crossing, seen, options));
  return shares;
}

/** The name in A-labels, or null where DNS would not take it; what is to be crossed is put on the list. */
function nameOf(text: string, { makes, crosses }: LookalikeClass, brand: Brand, crossing: Crossing[]): string | null {
  if (makes === 'name') return encodeName(text);
  const encoded = encodeLabel(text);
  if (encoded === null) return null;
  if (crosses) crossing.push({ label: text, encoded });
  return withinLimit(`${brand.prefix}${encoded}.${brand.suffix}`);
}

/** Labels times suffixes, along the diagonals: a likely label goes further down the suffixes than an unlikely one. */
function* crossProducts(brand: Brand, crossing: readonly Crossing[], seen: Seen, { suffixes, maxCrossNames }: GeneratorOptions): Generator<Lookalike, Share> {
  const others = suffixes.filter(suffix => suffix !== brand.suffix);
  const share = { kind: 'cross', made: crossing.length * others.length, kept: 0, exact: false };
  const steps = Math.ceil(crossing.length / LABELS_A_STEP);
  for (let diagonal = 0; diagonal < steps + others.length; diagonal++) {
    for (let rank = Math.max(0, diagonal - steps); rank <= diagonal && rank < others.length; rank++) {
      const suffix = others[rank]!, from = (diagonal - rank) * LABELS_A_STEP;
      for (const { label, encoded } of crossing.slice(from, from + LABELS_A_STEP)) {
        const name = withinLimit(`${brand.prefix}${encoded}.${suffix}`);
        if (name === null || seen.hasName(`${brand.prefix}${label}.${suffix}`) || !registryTakes(suffix, label)) continue;
        if (share.kept === maxCrossNames) return share;
        share.kept++;
        yield { name, kind: share.kind };
      }
    }
  }
  return { ...share, made: share.kept, exact: true };
}
