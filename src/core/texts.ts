import { english, type Language, type TextsIn, type Translation } from './language.ts';

/** What one area says in e-mails, messages to channels and reports, in English; what it is a function of gives is the shape that every language fills. */
export interface AreaTexts<Texts extends object> {
  /** The folder of the area, such as `platform/account`. */
  name: string;
  english: TextsIn<Texts>;
}

/** Texts with the language that they are in, which writes the figures next to them. */
export type Spoken<Texts extends object> = Texts & { readonly language: Language };

/** What templates are given of texts. */
export type SpokenOf<Of extends AreaTexts<object>> = Of extends AreaTexts<infer Texts> ? Spoken<Texts> : never;

/** Gives texts in the language that is nearest to a locale (BCP 47). */
export type Speak = <Texts extends object>(texts: AreaTexts<Texts>, locale: string) => Spoken<Texts>;

/** Declares the texts of the area in the folder `name`. */
export function defineTexts<Texts extends object>(name: string, english: TextsIn<Texts>): AreaTexts<Texts> {
  return { name, english };
}

/** Speaks English and these languages: the one of a locale that its subtags lead to when the last is left out one by one (RFC 4647 §3.4), else English. */
export function createSpeak(translations: readonly Translation[] = []): Speak {
  const byTag = new Map(translations.map(translation => [translation.language.tag.toLowerCase(), translation]));
  return ({ name, english: inEnglish }, locale) => {
    const subtags = locale.toLowerCase().split('-');
    const tag = subtags.map((_, at) => subtags.slice(0, subtags.length - at).join('-')).find(one => byTag.has(one));
    const translation = tag === undefined ? undefined : byTag.get(tag);
    return { ...translation?.textsOf(name, inEnglish) ?? inEnglish(english), language: translation?.language ?? english };
  };
}
