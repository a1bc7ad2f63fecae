import { parseIp } from '../../core/ip.ts';

/** How much a listing matters: mail is refused for abuse; `policy` says that the address should send no mail itself; a `notice` blocks little. */
export type Weight = 'abuse' | 'policy' | 'notice';

export interface Meaning {
  weight: Weight;
  text: string;
}

/** One list in the DNS (RFC 5782). */
export interface Blocklist {
  zone: string;
  name: string;
  lists: 'addresses' | 'domains';
  /** Whether it lists IPv6 addresses too. */
  ipv6?: true;
  /** What each answer means. */
  codes: Readonly<Record<string, Meaning>>;
  /** What each bit of the last octet means, for lists that answer with a sum. */
  bits?: Readonly<Record<number, Meaning>>;
  /** What every other answer within 127.0.0.0/24 means; left out, such an answer is not understood. */
  others?: Meaning;
  /** The names below the zone that must be listed and must not be (RFC 5782 §5). */
  test: { listed: string; clean: string };
  /** The same list at Spamhaus' Data Query Service, below the key. */
  keyed?: string;
  /** Left out of those that are asked unless the operator names it. */
  onlyIfNamed?: true;
  /** Where a listing is explained and lifted. */
  url: string;
  /** What whoever asks it for many addresses must agree to first; left out, it asks for nothing. */
  terms?: string;
}

/** RFC 5782 §5. */
const addressTest = { listed: '2.0.0.127', clean: '1.0.0.127' };

const abuse = (text: string): Meaning => ({ weight: 'abuse', text });
const policy = (text: string): Meaning => ({ weight: 'policy', text });
const notice = (text: string): Meaning => ({ weight: 'notice', text });

/** Source: the usage pages of each list and docs.spamhaus.com/datasets, in our own words, 2026-11-21. */
export const blocklists: readonly Blocklist[] = [
  {
    zone: 'zen.spamhaus.org', name: 'Spamhaus ZEN', lists: 'addresses', ipv6: true, test: addressTest, keyed: 'zen.dq.spamhaus.net', url: 'https://check.spamhaus.org/', terms: 'https://www.spamhaus.org/blocklists/dnsbl-fair-use-policy/',
    codes: {
      '127.0.0.2': abuse('SBL: a source of spam, entered manually'), '127.0.0.3': abuse('CSS: a source of spam, found automatically'),
      '127.0.0.4': abuse('XBL: a machine that others control'), '127.0.0.5': abuse('XBL: a machine that others control'),
      '127.0.0.6': abuse('XBL: a machine that others control'), '127.0.0.7': abuse('XBL: a machine that others control'),
      '127.0.0.9': abuse('DROP: a network run by criminals'), '127.0.0.30': abuse('BCL: it controls a botnet'),
      '127.0.0.10': policy('PBL: by its provider\'s rules it sends no mail itself'), '127.0.0.11': policy('PBL: an address of end users, which send no mail themselves'),
    },
  },
  { zone: 'bl.spamcop.net', name: 'SpamCop', lists: 'addresses', test: addressTest, url: 'https://www.spamcop.net/bl.shtml', codes: { '127.0.0.2': abuse('recipients reported spam from it') } },
  { zone: 'psbl.surriel.com', name: 'PSBL', lists: 'addresses', test: addressTest, url: 'https://psbl.org/', codes: { '127.0.0.2': abuse('it sent mail to spam traps') } },
  { zone: 'b.barracudacentral.org', name: 'Barracuda', lists: 'addresses', test: addressTest, url: 'https://www.barracudacentral.org/lookups', terms: 'https://www.barracudacentral.org/rbl/how-to-use', codes: { '127.0.0.2': abuse('it has a poor reputation') } },
  {
    zone: 'dnsbl.dronebl.org', name: 'DroneBL', lists: 'addresses', ipv6: true, test: addressTest, url: 'https://dronebl.org/lookup', others: abuse('a machine that is abused'),
    codes: {
      '127.0.0.1': notice('a test entry'), '127.0.0.2': notice('a test entry'),
      '127.0.0.3': abuse('a machine that others control by IRC'), '127.0.0.6': abuse('a worm or spam bot'), '127.0.0.7': abuse('it takes part in floods'),
      '127.0.0.8': abuse('an open SOCKS proxy'), '127.0.0.9': abuse('an open HTTP proxy'), '127.0.0.10': abuse('a chain of open proxies'),
      '127.0.0.11': notice('a web proxy'), '127.0.0.13': abuse('it guesses passwords'), '127.0.0.14': abuse('an open WinGate proxy'),
      '127.0.0.15': abuse('a router that others control'), '127.0.0.19': notice('a VPN service that is abused'),
    },
  },
  {
    zone: 'bl.mailspike.net', name: 'Mailspike', lists: 'addresses', test: addressTest, url: 'https://mailspike.io/ip_verify', terms: 'https://mailspike.io/usage',
    codes: { '127.0.0.2': abuse('it sends spam now'), '127.0.0.10': abuse('the worst reputation'), '127.0.0.11': abuse('a very bad reputation'), '127.0.0.12': abuse('a bad reputation') },
  },
  { zone: 'bl.blocklist.de', name: 'blocklist.de', lists: 'addresses', ipv6: true, test: addressTest, url: 'https://www.blocklist.de/en/search.html', codes: {}, others: abuse('it attacked servers that report here') },
  { zone: 'dnsbl-1.uceprotect.net', name: 'UCEPROTECT level 1', lists: 'addresses', test: addressTest, url: 'https://www.uceprotect.net/en/rblcheck.php', codes: { '127.0.0.2': abuse('it sent mail to spam traps in the last seven days') } },
  { zone: 'dnsbl-2.uceprotect.net', name: 'UCEPROTECT level 2', lists: 'addresses', test: addressTest, onlyIfNamed: true, url: 'https://www.uceprotect.net/en/rblcheck.php', codes: { '127.0.0.2': notice('others in the same network sent spam') } },
  { zone: 'dnsbl-3.uceprotect.net', name: 'UCEPROTECT level 3', lists: 'addresses', test: addressTest, onlyIfNamed: true, url: 'https://www.uceprotect.net/en/rblcheck.php', codes: { '127.0.0.2': notice('other customers of the same provider sent spam') } },
  {
    zone: 'all.spamrats.com', name: 'SpamRATS', lists: 'addresses', test: addressTest, onlyIfNamed: true, url: 'https://www.spamrats.com/removal.php', terms: 'https://www.spamrats.com/tos.php',
    codes: {
      '127.0.0.36': policy('RATS-Dyna: the name of an address of end users'), '127.0.0.37': policy('RATS-NoPtr: it has no PTR record'),
      '127.0.0.38': abuse('RATS-Spam: it sent spam'), '127.0.0.43': abuse('RATS-Auth: it guesses passwords'),
    },
  },
  { zone: 'ips.backscatterer.org', name: 'Backscatterer', lists: 'addresses', test: addressTest, onlyIfNamed: true, url: 'https://www.backscatterer.org/?target=test', codes: { '127.0.0.2': notice('it returns mail to senders that were forged') } },
  {
    zone: 'dbl.spamhaus.org', name: 'Spamhaus DBL', lists: 'domains', test: { listed: 'dbltest.com', clean: 'invalid' }, keyed: 'dbl.dq.spamhaus.net', url: 'https://check.spamhaus.org/', terms: 'https://www.spamhaus.org/blocklists/dnsbl-fair-use-policy/',
    codes: {
      '127.0.1.2': abuse('a domain of poor reputation'), '127.0.1.4': abuse('a phishing domain'), '127.0.1.5': abuse('a malware domain'), '127.0.1.6': abuse('it controls a botnet'),
      '127.0.1.102': abuse('a legitimate domain that spammers use'), '127.0.1.103': abuse('a redirector that spammers use'), '127.0.1.104': abuse('a legitimate domain used for phishing'),
      '127.0.1.105': abuse('a legitimate domain used for malware'), '127.0.1.106': abuse('a legitimate domain that a botnet uses'),
    },
  },
  {
    zone: 'multi.surbl.org', name: 'SURBL', lists: 'domains', test: { listed: 'surbl-org-permanent-test-point.com', clean: 'invalid' }, url: 'https://surbl.org/surbl-analysis', terms: 'https://surbl.org/usage-policy', codes: {},
    bits: {
      2: notice('a test entry'), 4: notice('DM: disposable addresses'), 8: abuse('PH: phishing'), 16: abuse('MW: malware'),
      32: notice('CT: it counts clicks'), 64: abuse('ABUSE: it is advertised by spam'), 128: abuse('CR: a website that was broken into'),
    },
  },
  {
    zone: 'multi.uribl.com', name: 'URIBL', lists: 'domains', test: { listed: '2.0.0.127', clean: 'invalid' }, url: 'https://lookup.uribl.com/', terms: 'https://uribl.com/about.shtml#abuse', codes: {},
    bits: { 2: abuse('black: it is advertised by spam'), 4: notice('grey: it is advertised by unwanted mail'), 8: notice('red: very new or watched') },
  },
];

/** Lists that were shut down, by zone, and since when; some of them answer everything. */
export const retiredZones: Readonly<Record<string, number>> = {
  'list.dsbl.org': 2008, 'dnsbl.njabl.org': 2013, 'dnsbl.ahbl.org': 2015, 'dnsbl.sorbs.net': 2024, 'spam.dnsbl.sorbs.net': 2024, 'ix.dnsbl.manitu.net': 2025,
};

/** The list of that zone; one of unknown codes where the table has none. */
export function blocklistOf(zone: string): Blocklist {
  return blocklists.find(list => list.zone === zone)
    ?? { zone, name: zone, lists: 'addresses', test: addressTest, url: `https://${zone.split('.').slice(-2).join('.')}/`, codes: {}, others: abuse('it is listed') };
}

/** Whether the list has anything to say of the address or domain. */
export function canList({ lists, ipv6 }: Pick<Blocklist, 'lists' | 'ipv6'>, target: string): boolean {
  return (lists === 'addresses') === (parseIp(target) !== null) && (!target.includes(':') || ipv6 === true);
}

/** The lists that are asked where the operator names none. */
export const usualZones: readonly string[] = blocklists.filter(({ onlyIfNamed }) => !onlyIfNamed).map(({ zone }) => zone);

/** Zones as an operator writes them, `zone,…` or `off`; a list that was shut down is refused. */
export function parseBlocklists(text: string): { zones: readonly string[] } | { invalid: string } {
  if (text === 'off') return { zones: [] };
  const zones = text.toLowerCase().split(',').map(zone => zone.trim().replace(/\.$/, '')).filter(zone => zone !== '');
  const wrong = zones.find(zone => !/^([a-z0-9_-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(zone));
  if (wrong !== undefined) return { invalid: `"${wrong.slice(0, 100)}" is not the zone of a list such as zen.spamhaus.org.` };
  const retired = zones.find(zone => zone in retiredZones);
  return retired === undefined ? { zones } : { invalid: `${retired} was shut down in ${retiredZones[retired]}: take it out.` };
}
