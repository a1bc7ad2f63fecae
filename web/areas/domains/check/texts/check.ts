import { defineTexts } from '../../../../language/index.ts';

/** The page that checks a domain. */
export const texts = defineTexts('domains/check/check', ({ number }) => ({
  title: 'Check a domain',
  titleOf: (domain: string) => `Check of ${domain}`,
  lead: 'Mail authentication, mail routing, nameservers and registration, looked up live.',
  what: (domain: string) => `The check of ${domain}`,

  signInFirst: (domain: string) => `A check is free with an account. ${domain} is remembered: it is checked as soon as you sign in.`,
  signIn: (domain: string) => `Sign in and check ${domain}`,
  signUp: 'Sign up',

  full: 'Full checkup',
  fullHint: 'Up to 20 seconds: TLS and web headers in depth, takeover, blocklists',
  left: (count: number, max: number) => `${number(count)} of ${number(max)} checks left today`,

  copyLink: 'the link to this check',
  print: 'Print',
  add: 'Add to the inventory',
  added: 'Open in the inventory',
  addWhat: (domain: string) => `Adding ${domain} to the inventory`,

  invalid: 'This cannot be checked',
  suggest: (domain: string) => `Check ${domain}`,
  other: 'Type another domain',

  sample: {
    title: 'A sample report',
    lead: (domain: string) => `What a check says of ${domain}, whose mail anybody can forge.`,
    own: 'Check your domain',
  },

  scans: [
    { title: 'Who may send its mail', text: 'SPF with every include, DKIM, DMARC, BIMI' },
    { title: 'How its mail arrives', text: 'MX, encryption of the mail servers, MTA-STS, TLS-RPT, DANE' },
    { title: 'The domain name', text: 'Registration, every nameserver, DNSSEC from the root, CAA, SOA' },
    { title: 'Only in a full checkup', text: 'TLS versions and ciphers, web headers, dangling names, blocklists' },
  ],
  checksTitle: 'What is checked',
}));
