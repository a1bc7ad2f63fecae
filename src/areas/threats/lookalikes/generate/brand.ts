import { registrableDomain, toUnicode } from '../../../../core/domain-name.ts';

/** The name to protect, taken apart where its registry ends. */
export interface Brand {
  /** A-labels, as given. */
  domain: string;
  /** The labels before the registered one with a dot after them, or empty. */
  prefix: string;
  /** The registered label as people read it. */
  label: string;
  /** The characters of `label`. */
  letters: readonly string[];
  /** What the name is registered under, in A-labels. */
  suffix: string;
}

/** The parts of a domain that `parseDomain` accepted; of a public suffix, its first label is the brand. */
export function brandOf(domain: string): Brand {
  const registered = registrableDomain(domain) ?? domain;
  const dot = registered.indexOf('.');
  const label = toUnicode(registered).split('.', 1)[0]!;
  return { domain, prefix: domain.slice(0, domain.length - registered.length), label, letters: Array.from(label), suffix: registered.slice(dot + 1) };
}

/** The brand with `count` letters from `at` replaced by `text`. */
export function splice({ letters }: Brand, at: number, count: number, text: string): string {
  return letters.slice(0, at).join('') + text + letters.slice(at + count).join('');
}
