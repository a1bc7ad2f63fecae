import { encodeName } from '../name.ts';

const LABEL = /(?:\\[^]|[^.\\])+/g;

/** The labels of a name in the form that the codec gives, leftmost first; none for the root. */
export function labelsOf(name: string): string[] {
  return name.match(LABEL) ?? [];
}

/** The name without its leftmost label; the root above everything. */
export function parentOf(name: string): string {
  return labelsOf(name).slice(1).join('.');
}

/** The name itself and all above it, the root first. */
export function ancestorsOf(name: string): string[] {
  const labels = labelsOf(name);
  return Array.from({ length: labels.length + 1 }, (_, depth) => labels.slice(labels.length - depth).join('.'));
}

/** Whether `name` is `above` or lies below it, by whole labels. */
export function isAtOrBelow(name: string, above: string): boolean {
  const [labels, others] = [labelsOf(name), labelsOf(above)];
  return others.length <= labels.length && others.every((label, at) => label === labels[labels.length - others.length + at]);
}

/** Whether `name` lies below `above`. */
export function isBelow(name: string, above: string): boolean {
  return name !== above && isAtOrBelow(name, above);
}

/** The longest name at or above both. */
export function commonAncestor(one: string, other: string): string {
  return ancestorsOf(one).findLast(above => isAtOrBelow(other, above))!;
}

/** The wildcard directly below `encloser`. */
export function wildcardBelow(encloser: string): string {
  return encloser === '' ? '*' : `*.${encloser}`;
}

/** The uncompressed wire form of a name that the codec gave. */
export function wireOf(name: string): Uint8Array {
  return encodeName(name) ?? new Uint8Array(1);
}

/** A key by which names stand in canonical order when compared with `<` (RFC 4034 §6.1): labels from the right, each ended by a sign below all others. */
export function orderKey(name: string): string {
  return labelsOf(name).toReversed().map(label => `${shifted(label)}\0`).join('');
}

/** The bytes of one label, each moved up by one to leave zero for the end of labels. */
function shifted(label: string): string {
  return [...wireOf(label).subarray(1, -1)].map(byte => String.fromCharCode(byte + 1)).join('');
}
