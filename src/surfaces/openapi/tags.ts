/** What each area is about, by the first part of an operation's id. */
export const areaTexts: Readonly<Record<string, string>> = {
  check: 'The domain check: mail authentication, routing, nameservers and registration of a domain, with issues and fixes.',
  auth: 'Sign-up, sign-in, second factors, passkeys, and who you are.',
  account: 'The account itself: export and deletion.',
  people: 'The people of an account, their roles and invitations.',
  invitations: 'Invitations to join the account.',
  notifications: 'What the service tells: the list, and the channels, rules and deliveries by which it goes further.',
  settings: 'Settings of the account.',
  keys: 'API keys: creation, revocation and usage. Managed by signed-in people only.',
  runs: 'Work that takes longer than a reply: how far it is, what it tells while it runs, and cancelling it.',
  overview: 'How the whole inventory stands, and what to do first.',
  domains: 'The inventory: domains that are watched, their history, how they stand, and looks at them.',
  domain_events: 'What changed at a domain, to be authorized or denied.',
  change_windows: 'Changes of a domain that are announced before, so that they raise no alarm.',
  lookalikes: 'Names that may pass for a domain: which are registered, what becomes of them, and what people say of them.',
  watchlist: 'Names that are watched beside a domain although nothing makes them from its name.',
  groups: 'Groups of domains.',
  clients: 'The clients whose domains they are.',
  tags: 'The tags of domains.',
  dmarc: 'DMARC and TLS reporting: what receivers of mail report on the domains, and the ways by which reports come in.',
  reports: 'Reports for people, on one domain or many: pages to read, keep and print, also in the name of a client.',
  audit: 'The audit log: who changed what, in a chain that shows any later change.',
  admin: 'Reads for the people who run this service.',
  contact: 'Messages to the people who run this service.',
};

/** The area of an operation: the first part of its id. */
export function areaOf(operationId: string): string {
  return operationId.split('.', 1)[0]!;
}
