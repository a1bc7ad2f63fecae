// Source: words that go with brands in names used for phishing, compiled from general knowledge of published reports, 2026-11-22; no list of others was copied.
const about: readonly string[] = [
  // Signing in and proving oneself.
  'login logon signin signon sign log in on auth authenticate authentication verify verification verified validate confirm confirmation identity id password pass pin otp token sso mfa 2fa',
  'secure security safe safety protect protection account accounts my me user users member members profile unlock locked restore recovery recover reset update updates upgrade renew reactivate activate',
  // Money.
  'pay payment payments paid bill billing invoice invoices refund refunds bank banking transfer transaction wallet card cards credit cash money tax bonus reward rewards gift prize claim promo offer sale discount',
  // Help and work.
  'support help helpdesk service services customer customers care center centre contact team official online web www portal client clients partner hr payroll jobs career careers it admin office mail email webmail',
  // Shops and delivery.
  'shop store order orders delivery parcel package tracking track shipping checkout cart buy app apps download mobile cloud docs document documents share file files drive',
  // Alarm, and what machines add.
  'alert alerts warning notice notification urgent suspended limited case ticket review info news com net org co us uk de eu the get go new inc ltd group global int',
];

/** Words that, next to a brand, make a name look as if it belonged to it; in lower case. */
export const riskWords: ReadonlySet<string> = new Set(about.flatMap(line => line.split(' ')));

/** Labels that many hosts have for what they do: a brand of that name is looked for only as the registered name itself. */
export const hostWords: ReadonlySet<string> = new Set([
  ...riskWords,
  ...'www mail smtp imap pop ftp ns dns mx vpn api cdn static assets img images media blog dev test stage staging beta demo host hosting server cloud home status monitor git wiki forum chat video live'.split(' '),
]);
