/** Where the work of a fix is done, and what is done there in one sentence; every area chooses from these. */
export const fixKinds = {
  dnsRecord: 'Add, change or remove a record of the zone.',
  dnsHost: 'Have the DNS host change how its nameservers answer or how the zone is signed.',
  registrar: 'Change the registration or the delegation at the registrar.',
  mailHost: 'Change the mail server or its configuration.',
  webHost: 'Change the web server or its configuration.',
  webPage: 'Change the content of a page.',
  sendingService: 'Change the settings of a service that sends mail in the name of the domain.',
  network: 'Close a port, update a service or change a firewall rule.',
  credential: 'Replace a password, key or session that others may know.',
  takedown: 'Ask the host, registrar or platform of somebody else to act.',
  organization: 'Decide, agree or document something within the organization.',
  serviceSetting: 'Change a setting of this service.',
  investigation: 'Find out the cause from the evidence; what has to change follows from it.',
} as const satisfies Readonly<Record<string, string>>;

/** Names the place where a fix is made. */
export type FixKind = keyof typeof fixKinds;

/** All kinds, for shapes and tables. */
export const fixKindNames = Object.keys(fixKinds) as [FixKind, ...FixKind[]];
