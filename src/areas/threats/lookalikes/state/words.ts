/** How far a candidate has come, as far as it is certain; `unknown` before a probe has succeeded. */
export const candidateStates = ['unknown', 'unregistered', 'registered', 'resolving', 'mailCapable', 'serving', 'impersonating', 'takenDown', 'reEmerged'] as const;
export type CandidateState = (typeof candidateStates)[number];

/** What people say of a candidate. */
export const reviews = ['new', 'watching', 'benign', 'owned', 'malicious', 'takedownSent'] as const;
export type Review = (typeof reviews)[number];

/** Who named a candidate; the place of each is its bit. Never changed in order. */
export const sources = ['permutation', 'ct', 'zone', 'nrd', 'manual'] as const;
export type Source = (typeof sources)[number];

/** What can happen to a candidate: how it is reported, and why it matters. */
const candidateTexts = {
  registered: ['was registered', 'Somebody has registered a name that may pass for yours.'],
  dropped: ['is not registered any more', 'The name is free again: nothing can be done with it until somebody registers it.'],
  nameserversChanged: ['has other nameservers', 'It may have been sold, or somebody gets it ready for use.'],
  addressesChanged: ['leads to other servers', 'What was known of its website need not hold any more.'],
  mailAdded: ['can receive mail now', 'It receives misaddressed mail, and the replies to spoofed mail.'],
  mailRemoved: ['receives no mail any more', 'Replies to e-mails in its name no longer arrive.'],
  senderPolicyAdded: ['says which servers send mail for it', 'That is done for names that are about to send.'],
  certificateIssued: ['has got a certificate', 'A website with HTTPS is there or about to come.'],
  siteUp: ['has a website', 'Visitors who follow a wrong link or mistype your name see it.'],
  siteDown: ['has no website any more', 'It does not answer any more, as seen from here.'],
  parked: ['is parked', 'Its website is a page of a company that sells names.'],
  unparked: ['is not parked any more', 'Somebody has begun to use it.'],
  loginFormSeen: ['asks visitors for a password or a card number', 'What they type goes to people whom you do not know.'],
  contentSimilar: ['has a page that looks like yours', 'Visitors may take it for your website.'],
  impersonating: ['imitates your website', 'Its page has several signs of phishing. Capture evidence, and have it taken down.'],
  takenDown: ['was taken down', 'It is gone. It is still monitored, because such names often come back.'],
  reEmerged: ['is back', 'It did harm, was gone, and is in use again.'],
} as const;
export type LookalikeEventKind = keyof typeof candidateTexts;
export const lookalikeEventKindNames = Object.keys(candidateTexts) as [LookalikeEventKind, ...LookalikeEventKind[]];

/** What happened to the name, as a title. */
export function titleOf(kind: LookalikeEventKind, name: string): string {
  return `${name} ${candidateTexts[kind][0]}`;
}

/** Why it matters, in a sentence or two. */
export function explanationOf(kind: LookalikeEventKind): string {
  return candidateTexts[kind][1];
}

/** The bits of these sources. */
export function bitsOf(named: readonly Source[]): number {
  return named.reduce((bits, source) => bits | (1 << sources.indexOf(source)), 0);
}

/** The sources of these bits. */
export function sourcesOf(bits: number): Source[] {
  return sources.filter((_, index) => bits & (1 << index));
}
