import { defineTexts } from '../../../../language/index.ts';

/** What becomes of mail in the name of a domain. */
export const texts = defineTexts('domains/email-security/email-security', ({ plural }) => ({
  what: 'The e-mail security', reports: 'Reports on mail in its name',
  headlines: {
    none: 'Spoofed mail in its name is delivered today.',
    quarantine: 'Spoofed mail in its name goes to the spam folder today.',
    reject: 'Spoofed mail in its name is rejected today.',
    unknown: 'What happens to spoofed mail in its name is unknown.',
  },
  forgeryIntro: 'A message in the name of the domain, from an unknown server.',
  scenarios: { exactDomain: 'From the domain itself', existingSubdomain: 'From a subdomain', nonexistentSubdomain: 'From a subdomain that does not exist' },
  fates: { none: 'Delivered', quarantine: 'Put into the spam folder', reject: 'Refused' },
  unknown: 'Unknown',
  from: (name: string) => `From someone@${name}`,
  older: (fate: string) => `Older receivers (RFC 7489): ${fate}`,
  route: {
    title: 'Mail route',
    says: 'How each mail server of the domain is protected against interception.',
    states: { noMail: 'The domain accepts no mail (null MX).', none: 'There is no MX record. Senders fall back to the address of the domain.', unknown: 'The MX records could not be looked up.' },
    summary: (open: number, unknown: number, all: number) => (open > 0 ? `${plural(open, { one: 'server', other: 'servers' })} of ${all} not protected against interception.`
      : unknown > 0 ? `The protection of ${plural(unknown, { one: 'server', other: 'servers' })} of ${all} could not be determined.` : 'Every server is protected against interception.'),
    steps: { sender: 'Sender', mx: 'MX', tls: 'TLS', certificate: 'Certificate', protection: 'Protection' },
    anybody: 'Any mail server',
    priority: (priority: number) => `Priority ${priority}`,
    encryption: { tls: 'Encrypted', none: 'Not encrypted', unknown: 'Unknown' },
    certificate: { trusted: 'Trusted', refused: 'Refused', unknown: 'Unknown' },
    dane: { secure: 'DANE', unusable: 'DANE without DNSSEC', none: 'No DANE', unknown: 'DANE unknown' },
    mtaSts: { enforced: 'MTA-STS enforced', testing: 'MTA-STS testing', unmatched: 'MTA-STS names other servers', none: 'No MTA-STS', unknown: 'MTA-STS unknown' },
    protectedBy: { dane: 'DANE', mtaSts: 'MTA-STS', both: 'DANE and MTA-STS', none: 'None', unknown: 'Unknown' },
    table: 'As a table',
  },
  tiles: 'Records of its mail',
  never: 'No DNS and e-mail check of the domain yet.',
  checked: (moment: string) => `Based on the scan of ${moment}`,
  results: { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' },
  addresses: (ipv4: number, ipv6Ranges: number) => `${plural(ipv4, { one: 'IPv4 address', other: 'IPv4 addresses' })}${ipv6Ranges > 0 ? ` and ${plural(ipv6Ranges, { one: 'IPv6 range', other: 'IPv6 ranges' })}` : ''} may send`,
  source: { chosen: 'named by you', common: 'common', inferred: 'of a service seen at the domain' },
}));
