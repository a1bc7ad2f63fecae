/** The forms of a noun by the plural rules of a language (CLDR); English has `one` and `other`. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** A moment: milliseconds since the epoch, or what `Date` reads. */
export type Moment = number | string | Date;

/** How a language writes what is not words. Texts are functions of it, so that words and figures always speak the same one. */
export interface Language {
  /** BCP 47, such as `de` or `pt-BR`. */
  readonly tag: string;
  /** With separators of thousands; with exactly `digits` behind the point, where that is given, otherwise with at most three. */
  number(value: number, digits?: number): string;
  /** Short, for axes: `12K`. */
  compact(value: number): string;
  /** The count with the form of the noun that goes with it: `1 domain`, `2,000 domains`. */
  plural(count: number, forms: PluralForms): string;
  /** `a, b, c`. */
  list(items: readonly string[]): string;
  /** How far off something is, in whole units: `3 hours ago`, `in 2 days`, `yesterday`. */
  relative(value: number, unit: Intl.RelativeTimeFormatUnit): string;
  /** Days and times, all in UTC: `21 Nov 2026`. */
  day(at: Moment): string;
  /** `21 Nov`. */
  dayOfMonth(at: Moment): string;
  /** `Nov 2026`. */
  month(at: Moment): string;
  /** `Saturday, November 21, 2026`. */
  longDay(at: Moment): string;
  /** What this language calls the language and region `tag`: `German (Austria)`. */
  languageName(tag: string): string;
  /** `05:40`. */
  hour(at: Moment): string;
  /** `21 Nov 2026, 05:40 UTC`. */
  moment(at: Moment): string;
  /** The same in every language: `2026-11-21 05:40:09 UTC`. */
  timestamp(at: Moment): string;
  /** `2026-11-21 05:40 UTC`. */
  isoMinute(at: Moment): string;
  /** `2026-11-21`. */
  isoDay(at: Moment): string;
  /** The text with a full stop at its end, unless it ends a sentence already, as what others wrote may. */
  sentence(text: string): string;
}

/** Texts of one name as a function of their language. */
export type TextsIn<Texts extends object = object> = (language: Language) => Texts;

/** How texts become those of one language. */
export interface Translation {
  readonly language: Language;
  /** The texts named `name` in this language, of the same shape as the English ones. */
  textsOf<Texts extends object>(name: string, english: TextsIn<Texts>): Texts;
}

/** The translation into the language `tag` by the texts that it has, by their names. What it lacks stays English. */
export function translationOf(tag: string, texts: ReadonlyMap<string, TextsIn>): Translation {
  const language = languageOf(tag);
  return { language, textsOf: <Of extends object>(name: string, english: TextsIn<Of>) => (texts.get(name) as TextsIn<Of> | undefined ?? english)(language) };
}

const UTC = { timeZone: 'UTC' } as const;
const DAY_OF_MONTH = { ...UTC, day: 'numeric', month: 'short' } as const;
const HOUR = { ...UTC, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** How many characters of ISO 8601 tell the day, and so on. */
const [DAYS, MINUTES, SECONDS] = [10, 16, 19];

/** The language with the tag `tag`, over `Intl`. Formats are made when they are first needed. */
export function languageOf(tag: string): Language {
  // English days are written day first, which readers on both sides of the Atlantic take the same way.
  const days = tag === 'en' ? 'en-GB' : tag;
  const dates = (options: Intl.DateTimeFormatOptions, locale = days) => once(() => new Intl.DateTimeFormat(locale, options));
  const [dayOfMonth, day, hour] = [dates(DAY_OF_MONTH), dates({ ...DAY_OF_MONTH, year: 'numeric' }), dates(HOUR)];
  const month = dates({ ...UTC, month: 'short', year: 'numeric' });
  const longDay = dates({ ...UTC, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, tag);
  const moment = dates({ ...DAY_OF_MONTH, ...HOUR, year: 'numeric', timeZoneName: 'short' });
  const numbers = once(() => new Intl.NumberFormat(tag));
  const compact = once(() => new Intl.NumberFormat(tag, { notation: 'compact' }));
  const rules = once(() => new Intl.PluralRules(tag));
  const names = once(() => new Intl.DisplayNames([tag], { type: 'language' }));
  const lists = once(() => new Intl.ListFormat(tag, { type: 'unit', style: 'short' }));
  const distances = once(() => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));
  const number = (value: number, digits?: number): string => (
    digits === undefined ? numbers() : new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits })).format(value);
  return {
    tag,
    number,
    compact: value => compact().format(value),
    plural: (count, forms) => `${number(count)} ${forms[rules().select(count)] ?? forms.other}`,
    list: items => lists().format(items),
    relative: (value, unit) => distances().format(value, unit),
    day: at => day().format(new Date(at)),
    dayOfMonth: at => dayOfMonth().format(new Date(at)),
    month: at => month().format(new Date(at)),
    longDay: at => longDay().format(new Date(at)),
    languageName: of => names().of(of) ?? of,
    hour: at => hour().format(new Date(at)),
    moment: at => moment().format(new Date(at)),
    timestamp: at => `${isoTo(SECONDS, at)} UTC`,
    isoMinute: at => `${isoTo(MINUTES, at)} UTC`,
    isoDay: at => isoTo(DAYS, at),
    sentence: text => (/[.!?\u2026\u3002\uff01\uff1f]$/.test(text) ? text : `${text}${/^(?:ja|zh)\b/i.test(tag) ? '\u3002' : '.'}`),
  };
}

function isoTo(length: number, at: Moment): string {
  return new Date(at).toISOString().slice(0, length).replace('T', ' ');
}

/** English, which the API speaks, and the catalogues of findings, advice and events. */
export const english = languageOf('en');

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => made ??= make();
}
