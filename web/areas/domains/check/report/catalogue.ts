// Made from src/checks by `npm run generate`; do not edit.
/** The records of a report, in the groups and the order in which they are read; `depth` is the least that covers a record. */
export const recordGroups = [
  { id: 'sending', title: 'Who may send its mail', records: [{ name: 'spf', depth: 'check' }, { name: 'dkim', depth: 'check' }, { name: 'dmarc', depth: 'check' }, { name: 'bimi', depth: 'check' }] },
  { id: 'receiving', title: 'How its mail arrives', records: [{ name: 'mx', depth: 'check' }, { name: 'smtp', depth: 'check' }, { name: 'mtaSts', depth: 'check' }, { name: 'tlsRpt', depth: 'check' }, { name: 'dane', depth: 'check' }] },
  { id: 'name', title: 'The name', records: [{ name: 'nameservers', depth: 'check' }, { name: 'soa', depth: 'check' }, { name: 'zone', depth: 'check' }, { name: 'dnssec', depth: 'check' }, { name: 'registration', depth: 'check' }, { name: 'caa', depth: 'check' }, { name: 'takeover', depth: 'checkup' }] },
  { id: 'website', title: 'The website', records: [{ name: 'tls', depth: 'check' }, { name: 'web', depth: 'check' }, { name: 'ciphers', depth: 'checkup' }, { name: 'headers', depth: 'checkup' }] },
  { id: 'reputation', title: 'Reputation', records: [{ name: 'blocklists', depth: 'checkup' }] },
] as const;

/** What the subjects of findings are called. */
export const recordLabels = {
  domain: 'Domain',
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
  mx: 'MX',
  smtp: 'STARTTLS',
  nameservers: 'Nameservers',
  soa: 'SOA',
  zone: 'Zone',
  dnssec: 'DNSSEC',
  registration: 'Registration',
  caa: 'CAA',
  mtaSts: 'MTA-STS',
  tlsRpt: 'TLS-RPT',
  dane: 'DANE',
  bimi: 'BIMI',
  tls: 'TLS',
  web: 'Website',
  ciphers: 'Ciphers',
  headers: 'Headers',
  takeover: 'Takeover',
  blocklists: 'Blocklists',
} as const;
