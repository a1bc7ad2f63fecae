import { findPhoneNumbersInText, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';

/** Beyond, nobody looks for telephone numbers in the text of a page: its beginning and its end, where contact data are. */
const MAX_TEXT = 60_000;

/** The number in the form of E.164; null for what is none. A number without the code of a country is one of `country`. */
export function phoneOf(text: string, country: string | null): string | null {
  const number = parsePhoneNumberFromString(text.slice(0, 100), (country ?? undefined) as CountryCode | undefined);
  return number?.isPossible() ? number.number : null;
}

/** The telephone numbers in a text, each once. */
export function phonesIn(text: string, country: string | null): string[] {
  const read = text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT / 2)}\n${text.slice(-MAX_TEXT / 2)}`;
  return [...new Set(findPhoneNumbersInText(read, country === null ? {} : { defaultCountry: country as CountryCode }).map(({ number }) => number.number))];
}

/** Words as they are compared: without case, accents and punctuation. */
export function wordsOf(text: string): string[] {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Forms of companies, which a sign often leaves out. */
const forms = new Set('gmbh mbh ag kg ohg gbr ug eu ek og co ltd limited llc llp inc incorporated corp corporation plc pty sarl sas sa srl spa snc bv nv ab as aps oy sl und and the'.split(' '));

/** A name without the form of its company. */
export function nameKey(name: string): string {
  // A form that is written with dots or a bracket is one word less: e.U., S.A.R.L.
  const words = wordsOf(name.replaceAll(/\b(\p{L})\.(?=\s?\p{L}\b)/gu, '$1').replaceAll('&', ' '));
  const rest = words.filter(word => !forms.has(word));
  return (rest.length > 0 ? rest : words).join(' ');
}

/** Words of addresses that have a short form, each before it. */
const short: Readonly<Record<string, string>> = Object.fromEntries(`
street st|road rd|avenue ave|av ave|boulevard blvd|drive dr|lane ln|square sq|highway hwy|parkway pkwy|court ct|suite ste|north n|south s|east e|west w|saint st|sankt st|strasse str|platz pl|place pl|gasse g
`.trim().split('|').map(pair => pair.split(' ') as [string, string]));
/** Those that German writes together with the name before. */
const joined = new Set(['str', 'pl', 'g']);

/** The words of an address, written short: `Mariahilfer Straße 12 a` and `Mariahilferstr. 12a` are the same. */
export function addressWords(address: string): string[] {
  const words: string[] = [];
  for (const raw of wordsOf(address)) {
    const word = short[raw] ?? raw.replace(/(?<=.{3})(?:strasse|platz|gasse)$/, end => short[end]!);
    const before = words.at(-1);
    const follows = before !== undefined && ((joined.has(word) && /^\p{L}{3,}$/u.test(before)) || (/^[a-z]$/.test(word) && /^\d+$/.test(before)));
    if (follows) words[words.length - 1] = `${before}${word}`;
    else words.push(word);
  }
  return words;
}

/** Whether `part` stands in `whole`, word for word, one after the other. */
export function standsIn(part: readonly string[], whole: readonly string[]): boolean {
  return part.length > 0 && whole.some((_, at) => part.every((word, step) => whole[at + step] === word));
}
