/** Changes of the weights change scores without anything having happened: the number says which were used. */
export const weightsVersion = 1;

/**
 * What each observation adds to the risk (what the name could be used for) and to the threat (what it is used for now), and the sentence that
 * says so. After published weightings and the reasoning in docs/decisions/0023-lookalike-score.md; they are not fitted to any list of domains.
 */
export const weights = {
  'name.sameShape': { risk: 30, threat: 0, text: 'The name looks the same as yours when it is read quickly' },
  'name.otherSuffix': { risk: 22, threat: 0, text: 'The name is yours under another ending' },
  'name.oneEdit': { risk: 18, threat: 0, text: 'The name differs from yours by one letter' },
  'name.shortEdit': { risk: 6, threat: 0, text: 'The name differs from yours by one letter, as many short names do' },
  'name.twoEdits': { risk: 8, threat: 0, text: 'The name differs from yours by two letters' },
  'name.brandAndWord': { risk: 18, threat: 0, text: 'The name is yours combined with a word that phishing pages use' },
  'name.containsBrand': { risk: 8, threat: 0, text: 'Your name is a part of the name' },
  'name.brandAsSubdomain': { risk: 14, threat: 0, text: 'Your name comes before the name of somebody else' },
  'name.cheapSuffix': { risk: 5, threat: 0, text: 'Names with this ending cost little and are abused often' },
  'age.week': { risk: 20, threat: 0, text: 'It was registered within the last week' },
  'age.month': { risk: 14, threat: 0, text: 'It was registered within the last month' },
  'age.halfYear': { risk: 4, threat: 0, text: 'It was registered within the last half year' },
  'age.years': { risk: -10, threat: -8, text: 'It has been registered for more than three years: forgers use names soon after they get them' },
  'mail.accepts': { risk: 10, threat: 8, text: 'It can receive mail' },
  'mail.policy': { risk: 4, threat: 4, text: 'It says which servers send mail for it' },
  'web.resolves': { risk: 2, threat: 3, text: 'It has an address' },
  'web.certificate': { risk: 2, threat: 4, text: 'It is young, and a certificate was issued for it within the last 30 days' },
  'web.serves': { risk: 2, threat: 4, text: 'A website answers' },
  'web.title': { risk: 4, threat: 12, text: 'The title of the page has your name' },
  'web.login': { risk: 6, threat: 18, text: 'The page asks for a password or a card number, and the name is young or the page like yours' },
  'web.plainLogin': { risk: 2, threat: 4, text: 'The page asks for a password, as many pages of old names do' },
  'web.postsElsewhere': { risk: 2, threat: 8, text: 'The form sends what is typed to another host' },
  'web.sameText': { risk: 4, threat: 24, text: 'The page is nearly the same as yours' },
  'web.likeText': { risk: 2, threat: 10, text: 'The page is much like yours' },
  'web.sameImage': { risk: 4, threat: 20, text: 'The page looks the same as yours' },
  'web.likeImage': { risk: 2, threat: 9, text: 'The page looks much like yours' },
  'web.sameIcon': { risk: 2, threat: 10, text: 'The page has your icon' },
  'source.otherOnly': { risk: 4, threat: 0, text: 'It was seen in a certificate log or a list of new names' },
} as const;
export type WeightId = keyof typeof weights;

/** What holds the sums down whatever adds up; the lowest counts. */
export const caps = {
  'cap.owned': { risk: 0, threat: 0, text: 'It is yours' },
  'cap.benign': { risk: 0, threat: 0, text: 'It was reviewed and marked harmless' },
  'cap.unregistered': { risk: 15, threat: 0, text: 'Nobody has registered it' },
  'cap.olderThanBrand': { risk: 10, threat: 10, text: 'It was registered before your name was' },
  'cap.parked': { risk: 25, threat: 3, text: 'It is parked: a page of a company that sells names' },
} as const;
export type CapId = keyof typeof caps;

/** Endings that cost little and that lists of abuse name often, after the published counts of registries' and researchers' reports of 2025. */
export const cheapSuffixes: ReadonlySet<string> = new Set(`top xyz icu click link sbs cfd bond live online site store shop fun buzz cyou monster rest quest lol
  cam vip work space website rocks support help info tk ml ga cf gq pw cc su ru`.split(/\s+/));

/** TLSH distances and Hamming distances of image hashes up to which pages count as the same, or as alike. */
export const distances = { sameText: 30, likeText: 60, sameImage: 8, likeImage: 14 } as const;

/** From so much threat by what a page shows, it passes itself off as the owner's. */
export const IMPERSONATION_THREAT = 28;
