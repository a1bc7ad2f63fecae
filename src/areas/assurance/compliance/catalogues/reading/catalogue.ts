/** A catalogue as it is given to be read. */
export interface CatalogueText {
  format: 'oscal' | 'csv';
  content: string;
}

/** One of its controls. */
export interface ReadControl {
  id: string;
  title: string;
  family: string;
  /** What it asks, in the words of the catalogue. */
  text: string | null;
}

/** What a catalogue says; its head is null where the file names none. */
export interface ReadCatalogue {
  title: string | null;
  edition: string | null;
  controls: ReadControl[];
}

/** `fault` says what keeps it from being read, and where. */
export type CatalogueRead = { catalogue: ReadCatalogue } | { fault: string };

/** What is wrong with a catalogue, for the person who imports it. */
export class CatalogueFault extends Error {}

export const MOST_CONTROLS = 2000;
const MAX_TITLE = 300;
const MAX_TEXT = 10_000;
const ID = /^[A-Za-z0-9_][A-Za-z0-9_.()-]{0,79}$/;

/** The controls, each as it may be kept; throws `CatalogueFault` for the first that may not. */
export function accepted(controls: readonly ReadControl[]): ReadControl[] {
  if (controls.length === 0) throw new CatalogueFault('There is no control in it.');
  if (controls.length > MOST_CONTROLS) throw new CatalogueFault(`There are more than ${MOST_CONTROLS} controls. Divide the catalogue.`);
  const seen = new Set<string>();
  return controls.map(({ id, title, family, text }) => {
    if (!ID.test(id)) throw new CatalogueFault(`${quoted(id)} is no number of a control: give up to 80 letters, digits, dots, hyphens, underscores and brackets.`);
    if (seen.size === seen.add(id).size) throw new CatalogueFault(`There are two controls with the number ${id}.`);
    return { id, title: words(title, MAX_TITLE, `The title of ${id}`), family: words(family, MAX_TITLE, `The family of ${id}`), text: text === null || text.trim() === '' ? null : words(text, MAX_TEXT, `The text of ${id}`) };
  });
}

/** A line that is kept with the catalogue, such as its title. */
export function headLine(given: string, what: string): string | null {
  return given.trim() === '' ? null : words(given, MAX_TITLE, what);
}

function words(given: string, most: number, what: string): string {
  const text = given.toWellFormed().replaceAll(/\r\n?/g, '\n').trim();
  if (text === '') throw new CatalogueFault(`${what} is empty.`);
  if (text.length > most) throw new CatalogueFault(`${what} has more than ${most} characters.`);
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text)) throw new CatalogueFault(`${what} has control characters.`);
  return text;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
