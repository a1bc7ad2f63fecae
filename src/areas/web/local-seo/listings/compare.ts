import { addressWords, nameKey, phoneOf, standsIn, wordsOf } from './normalize.ts';
import type { Parts, Says } from './says.ts';

export const listingFields = ['name', 'address', 'phone'] as const;
export type ListingField = (typeof listingFields)[number];

/** `differs`: it states something else; `notSeen`: it states nothing, which is no difference; `notEntered`: the business has nothing to compare with. */
export const verdicts = ['match', 'differs', 'notSeen', 'notEntered'] as const;
export type Verdict = (typeof verdicts)[number];

/** How one field of a source stands; `seen` is what it states instead. */
export interface FieldResult {
  field: ListingField;
  verdict: Verdict;
  seen: string | null;
}

/** What the account entered of the business. */
export interface Entered {
  name: string;
  address: string | null;
  phone: string | null;
  country: string | null;
}

const MAX_SEEN = 300;

/** Compares what a source says with what was entered. `isOwn`: of the business's own site, where numbers that links dial are its own. */
export function compare(entered: Entered, says: Says, isOwn: boolean): FieldResult[] {
  return [nameIn(entered, says), addressIn(entered, says), phoneIn(entered, says, isOwn)];
}

function nameIn({ name }: Entered, { names, text }: Says): FieldResult {
  const key = nameKey(name);
  if (names.some(one => nameKey(one) === key)) return match('name');
  if (names.length > 0) return differs('name', names[0]!);
  return standsIn(key.split(' '), nameKey(text).split(' ')) || standsIn(wordsOf(name), wordsOf(text)) ? match('name') : notSeen('name');
}

function addressIn({ address }: Entered, { addresses, text }: Says): FieldResult {
  if (address === null) return { field: 'address', verdict: 'notEntered', seen: null };
  const ours = addressWords(address);
  if (addresses.length > 0) return addresses.some(parts => wrongParts(parts, ours).length === 0) ? match('address') : differs('address', spelled(addresses[0]!));
  // What stands before the first comma, with its number, is enough to tell it on a page.
  const street = addressWords(address.split(/[,;\n]/)[0]!);
  return street.some(word => /\d/.test(word)) && standsIn(street, addressWords(text)) ? match('address') : notSeen('address');
}

/** The parts that do not stand in the address that was entered; whatever a source leaves out is no difference. */
function wrongParts(parts: Parts, ours: readonly string[]): string[] {
  return Object.values(parts).flatMap(part => part.split(/[,;\n]/)).filter(piece => {
    const words = addressWords(piece);
    return words.length > 0 && !standsIn(words, ours);
  });
}

function spelled({ street, postalCode, locality }: Parts): string {
  return [street, [postalCode, locality].filter(part => part !== undefined).join(' ')].filter(part => part !== undefined && part !== '').join(', ');
}

function phoneIn({ phone, country }: Entered, { phones, dialled, textPhones }: Says, isOwn: boolean): FieldResult {
  const ours = phone === null ? null : phoneOf(phone, country);
  if (ours === null) return { field: 'phone', verdict: 'notEntered', seen: null };
  const isOurs = (text: string): boolean => phoneOf(text, country) === ours;
  if (phones.some(isOurs)) return match('phone');
  if (phones.length > 0) return differs('phone', phones[0]!);
  if (dialled.some(isOurs) || textPhones.includes(ours)) return match('phone');
  return isOwn && dialled.length > 0 ? differs('phone', dialled[0]!) : notSeen('phone');
}

function match(field: ListingField): FieldResult {
  return { field, verdict: 'match', seen: null };
}
function notSeen(field: ListingField): FieldResult {
  return { field, verdict: 'notSeen', seen: null };
}
function differs(field: ListingField, seen: string): FieldResult {
  return { field, verdict: 'differs', seen: seen.slice(0, MAX_SEEN) };
}
