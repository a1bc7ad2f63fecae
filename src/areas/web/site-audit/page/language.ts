/** The words that stand in nearly every text of a language and in few of another. */
const frequent: Readonly<Record<string, string>> = {
  en: 'the and of to is that for with are this you from have not your can will which their been our about more',
  de: 'der die und das ist nicht ein eine für mit auf sie wir den dem von zu werden oder auch ihre bei sind',
  fr: 'le les des est et une dans pour qui que vous nous avec sur pas plus sont cette votre aux par être',
  es: 'el los las una que por con para del como más pero sus está son este esta también nuestro desde hasta muy',
  it: 'il che di per una con non sono della gli nel più come anche dei alla questo nella delle sul dal',
  nl: 'het een van en de niet zijn voor met dat op ook worden naar bij deze wordt heeft kunnen onze hun',
  pt: 'não uma com para os que mais como dos das pelo você são seu sua nos também até muito ou isso',
  pl: 'nie się jest na do że jak dla przez od oraz są tego które czy przy ten może być także',
  sv: 'och att det som för med inte på av är den har till ett från kan vi om eller också',
};
const vocabularies = Object.entries(frequent).map(([language, words]) => [language, words.split(' ')] as const);
const MIN_WORDS = 40;
/** Of all words, those that speak for the language; and how far the next one must be behind. */
const MIN_SHARE = 0.08;
const LEAD = 1.5;

/** The language that the words are of, each with how often it comes, `words` in all; null where they are too few or speak for none clearly. */
export function languageOf(distinct: ReadonlyMap<string, { count: number }>, words: number): string | null {
  if (words < MIN_WORDS) return null;
  const counts = new Map<string, number>();
  for (const [language, its] of vocabularies) {
    let said = 0;
    for (const word of its) said += distinct.get(word)?.count ?? 0;
    if (said > 0) counts.set(language, said);
  }
  const [first, second] = [...counts].toSorted(([, a], [, b]) => b - a);
  if (!first || first[1] < words * MIN_SHARE) return null;
  return second && first[1] < second[1] * LEAD ? null : first[0];
}
