/** The names that `{name}` stands for in a text: `WordsIn<'{sender} of {domain}'>` is `'sender' | 'domain'`; none where the text is not known at compile time. */
export type WordsIn<Text extends string> = Text extends `${string}{${infer Word}}${infer Rest}` ? Word | WordsIn<Rest> : never;

/** `text` with each `{name}` replaced by the word of that name; a name without a word stays as it is. */
export function fillTemplate(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(words, name) ? words[name]! : whole));
}
