/** The kind of the entry that a domain is monitored from now on: no change. */
export const BASELINE = 'baseline.created';

/** What can happen to a domain, and why it matters in a sentence or two for people. */
export const eventKinds = {
  [BASELINE]: 'The first scan of the domain is the baseline that later scans are compared with.',
  'domain.gone': 'The name does not exist in DNS any more: website and mail of the domain are down, and the registration may have lapsed.',
  'domain.appeared': 'The name exists in DNS now.',
  'dns.ns.changed': 'The operator of the nameservers decides where the website and mail of the domain lead. A change that nobody planned is how domains are hijacked.',
  'delegation.mismatch': 'The parent zone sends visitors to other nameservers than the accepted ones. That is changed at the registrar: see who did it.',
  'dns.ds.changed': 'The DS records at the parent zone make the signatures of the domain count. Without them, or with foreign ones, answers can be forged or fail.',
  'dnssec.broken': 'Resolvers that validate refuse the answers of the domain: for their users it is down.',
  'dnssec.enabled': 'The answers of the domain are signed, from the root down.',
  'dns.mx.changed': 'The MX records decide which servers receive the mail of the domain, including password reset e-mails from other services.',
  'dns.spf.changed': 'The SPF record names the servers that may send mail for the domain.',
  'dns.dmarc.weakened': 'Spoofed mail in the name of the domain is treated less strictly than before.',
  'dns.dmarc.changed': 'The DMARC record says what becomes of forged mail and who gets the reports about it.',
  'dns.dkim.removed': 'Mail that is signed with the key fails the check at its receivers from now on.',
  'dns.dkim.changed': 'Anyone who has the private half of the new key can sign mail in the name of the domain.',
  'dns.dkim.added': 'There is one more key that signs mail in the name of the domain.',
  'dns.a.changed': 'The addresses decide which server visitors of the domain reach.',
  'dns.aaaa.changed': 'The addresses decide which server visitors of the domain reach.',
  'dns.cname.changed': 'The alias decides whose servers visitors of the domain reach.',
  'dns.txt.added': 'TXT records prove control of the domain to other services.',
  'dns.txt.removed': 'A service that relies on the record may stop working for the domain.',
  'dns.txt.changed': 'TXT records prove control of the domain to other services.',
  'dns.caa.changed': 'The CAA records limit which authorities may issue certificates for the domain.',
  'dns.tlsa.changed': 'The TLSA records say which certificates of the mail servers count; records that do not match stop mail.',
  'wildcard.appeared': 'Every name below the domain has an address now, also those that nobody set up.',
  'cname.dangling': 'A record points to a name that does not exist. Anyone who gets hold of that name answers for the domain.',
  'takeover.possible': 'A name of the domain leads to something that others can claim. Whoever does shows pages under that name, gets certificates for it and reads its cookies.',
  'blocklist.listed': 'Receivers that use the list refuse mail from the domain or its servers, or treat it as spam.',
  'mtaSts.changed': 'The policy decides whether senders insist on encryption to the mail servers of the domain.',
  'tlsRpt.changed': 'The record decides who gets the reports on encrypted delivery.',
  'bimi.changed': 'The record decides which logo mailbox providers show next to mail from the domain.',
  'registrar.changed': 'The domain is registered through another company. If nobody planned the transfer, the domain has been taken: call the old registrar at once.',
  'transfer.pending': 'Somebody has asked to move the domain to another registrar. If nobody planned it, refuse the transfer within days.',
  'transfer.lock.removed': 'Without the lock the domain can be moved to another registrar. Thieves remove it first.',
  'registrar.status.hold': 'The registry takes the domain out of DNS, or is about to: website and mail go down.',
  'registrar.status.changed': 'The registry shows other states of the registration than before.',
  'registration.expiring': 'When the registration ends, website and mail go down, and later anybody may register the name.',
  'registration.expired': 'The registration has ended. It can be renewed for a short time only.',
  'registration.renewed': 'The registration runs longer than before.',
  'registration.shortened': 'The registration ends sooner than it did before.',
  'cert.changed': 'The website has a certificate of another authority, which the CAA records of the domain allow.',
  'cert.unexpectedCa': 'The website has a certificate of an authority that it never had one from. Somebody else may answer in its place.',
  'cert.expiring': 'When the certificate ends, browsers refuse the website.',
  'cert.expired': 'The certificate has ended: browsers refuse the website.',
} as const;

export type EventKind = keyof typeof eventKinds;
export const eventKindNames = Object.keys(eventKinds) as [EventKind, ...EventKind[]];

/** How an event stands. Changes for the better and those that were announced are `autoAuthorized` from the start. */
export const eventStates = ['open', 'authorized', 'autoAuthorized', 'denied', 'reverted', 'superseded'] as const;
export type EventState = (typeof eventStates)[number];

/** Patterns of a change window: a kind, or all that begin with a word, such as `dns.*`. */
export function matchesKind(pattern: string, kind: EventKind): boolean {
  return pattern === '*' || (pattern.endsWith('.*') ? kind.startsWith(pattern.slice(0, -1)) : pattern === kind);
}
