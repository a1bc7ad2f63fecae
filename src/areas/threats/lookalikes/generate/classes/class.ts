import type { Brand } from '../brand.ts';

/** The lists that a caller may give. */
export interface Lists {
  /** Words of the caller's own, as labels in Unicode. */
  words: readonly string[];
  /** Suffixes to register under, in A-labels, most likely first. */
  suffixes: readonly string[];
}

/** One way in which a name is made to pass for another. What it makes need be neither valid nor new: the generator sees to both. */
export interface LookalikeClass {
  id: string;
  /** `label`: each text is a label in place of the brand's. `name`: each is a whole name. */
  makes: 'label' | 'name';
  /** Its labels are also made under other suffixes, by the cross products. */
  crosses: boolean;
  /** Deterministic, most likely first. */
  texts(brand: Brand, lists: Lists): Iterable<string>;
  /** Of a class that grows with the square of the label: about how many names it makes. */
  estimate?(brand: Brand): number;
}

/** A class of labels, of which the cross products are made too. */
export function ofLabels(id: string, texts: LookalikeClass['texts'], { crosses = true } = {}): LookalikeClass {
  return { id, makes: 'label', crosses, texts };
}

/** A class of whole names. */
export function ofNames(id: string, texts: LookalikeClass['texts']): LookalikeClass {
  return { id, makes: 'name', crosses: false, texts };
}
