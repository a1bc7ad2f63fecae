import { printable } from './printable.ts';

/** The properties of a jCard that matter here: name and value (RFC 7095 §3.3). */
export interface CardProperty {
  /** Lower case. */
  name: string;
  /** Structured and multiple values joined by blanks; '' where all parts are empty. */
  value: string;
}

const MAX_PROPERTIES = 200;
const MAX_DEPTH = 3;
const MAX_PARTS = 50;
const MAX_CHARACTERS = 500;

/** The properties of a `vcardArray` of any form; malformed ones are left out, a malformed card has none. */
export function readCard(card: unknown): CardProperty[] {
  if (!Array.isArray(card) || !Array.isArray(card[1])) return [];
  const properties: readonly unknown[] = card[1].slice(0, MAX_PROPERTIES);
  return properties.map(readProperty).filter(property => property !== null);
}

/** The first value of property `name` that is not empty. */
export function cardValue(card: readonly CardProperty[], name: string): string | null {
  return card.find(property => property.name === name && property.value !== '')?.value ?? null;
}

function readProperty(property: unknown): CardProperty | null {
  if (!Array.isArray(property)) return null;
  const [name, parameters, , ...values] = property as readonly unknown[];
  if (typeof name !== 'string') return null;
  const value = printable(partsOf(values, 0).join(' ').slice(0, MAX_CHARACTERS));
  return { name: name.toLowerCase(), value: value || labelOf(parameters) };
}

/** An unstructured address stands in the label parameter (RFC 7095 §3.3.1.3). */
function labelOf(parameters: unknown): string {
  const label = typeof parameters === 'object' && parameters !== null && 'label' in parameters ? parameters.label : null;
  return typeof label === 'string' ? printable(label.slice(0, MAX_CHARACTERS)).trim() : '';
}

function partsOf(values: readonly unknown[], depth: number): string[] {
  return values.slice(0, MAX_PARTS).flatMap(value => {
    if (Array.isArray(value)) return depth < MAX_DEPTH ? partsOf(value, depth + 1) : [];
    return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
  });
}
