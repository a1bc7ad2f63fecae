import { findMailProvider } from '../../../checks/providers/index.ts';
import { COMMON_NAMES } from '../../../checks/takeover/index.ts';
import { parseIp } from '../../../core/ip.ts';
import type { ScanResult } from '../check/index.ts';
import { canonical, type Keys, type Value } from './value.ts';

/** What is watched of a domain; each has an accepted value of its own. Those reported first can be the cause of those reported later. */
export const subjectNames = [
  'domain', 'dns.ns', 'delegation', 'dnssec', 'dns.mx', 'dns.spf', 'dns.dmarc', 'dns.dkim', 'dns.a', 'dns.txt', 'dns.caa', 'dns.tlsa',
  'dns.wildcard', 'dns.dangling', 'mtaSts', 'tlsRpt', 'bimi', 'registrar', 'registration.status', 'registration.expiry', 'certificate', 'takeover', 'blocklists',
] as const;
export type SubjectName = (typeof subjectNames)[number];

type Records = ScanResult['records'];

/** What a scan saw of each subject; null where the lookup failed or was not made, so that nothing may be said. */
const readers: Readonly<Record<SubjectName, (records: Records, result: ScanResult) => string[] | null>> = {
  domain: (_, result) => readExistence(result),
  'dns.ns': ({ nameservers }) => (nameservers.status === 'found' ? nameservers.nameservers.map(({ nameserver }) => nameserver.toLowerCase()) : null),
  delegation: ({ nameservers }) => nameservers.delegation?.map(name => name.toLowerCase()) ?? null,
  dnssec: ({ dnssec }) => readDnssec(dnssec),
  'dns.mx': ({ mx }) => (mx.status === 'error' ? null : mx.nullMx ? ['0 .'] : mx.records.map(({ priority, exchange }) => `${priority} ${exchange.toLowerCase()}`)),
  'dns.spf': ({ spf }, result) => (isUnknown(result, 'spf.missing') ? null : spf.texts.filter(isSpf)),
  'dns.dmarc': ({ dmarc }) => readDmarc(dmarc),
  'dns.dkim': ({ dkim }) => readDkim(dkim),
  'dns.a': (records, { domain }) => readAddresses(records, domain),
  'dns.txt': ({ spf }, result) => (isUnknown(result, 'spf.missing') ? null : spf.texts.filter(text => !isSpf(text))),
  'dns.caa': ({ caa }) => (caa.status !== 'missing' && caa.records.length === 0 ? null : caa.records.map(({ flags, tag, value }) => `${flags} ${tag.toLowerCase()} ${value}`)),
  'dns.tlsa': ({ dane }, result) => readTlsa(dane, result),
  'dns.wildcard': ({ zone: { wildcard } }) => (wildcard === null ? null : wildcard ? ['every name has an address'] : []),
  'dns.dangling': (_, result) => readDangling(result),
  mtaSts: ({ mtaSts }) => readMtaSts(mtaSts),
  tlsRpt: ({ tlsRpt: { record, status } }) => readRecord(record, status),
  bimi: ({ bimi: { record, status } }) => readRecord(record, status),
  registrar: ({ registration: { registrar } }, result) => (isRegistered(result) && registrar ? [registrarLine(registrar)] : null),
  'registration.status': ({ registration: { statuses, source } }, result) => (isRegistered(result) ? [`source ${(source ?? 'unknown').toUpperCase()}`, ...statuses.filter(isTelling)] : null),
  'registration.expiry': ({ registration: { expiresAt } }, result) => (isRegistered(result) && expiresAt !== null ? [expiresAt.slice(0, 10)] : null),
  takeover: ({ takeover }, result) => readTakeover(takeover, result),
  blocklists: ({ blocklists }) => readBlocklists(blocklists),
  certificate: ({ tls: { certificate } }) => (certificate ? [`authority ${authorityOf(certificate.issuer)}`, `serial ${certificate.serialNumber.toLowerCase()}`, `until ${certificate.notAfter?.slice(0, 10) ?? 'unknown'}`] : null),
};

/** What the registry says is no matter of the zone; the rest disappears with the name. */
const ofRegistry: ReadonlySet<SubjectName> = new Set(['domain', 'registrar', 'registration.status', 'registration.expiry']);

/** The value of `subject` at this scan; null where it cannot be determined. Of a name that does not exist only that and what the registry says is reported. */
export function read(subject: SubjectName, result: ScanResult): Value | null {
  if (!ofRegistry.has(subject) && readExistence(result)?.[0] !== EXISTS) return null;
  const lines = readers[subject](result.records, result);
  return lines && canonical(lines);
}

/** Whether the scan did not ask about `subject` but remembered what was said before it: that confirms nothing. */
export function isRemembered(subject: SubjectName, { records: { registration }, asOf }: ScanResult): boolean {
  if (subject === 'takeover' || subject === 'blocklists') return subject in asOf;
  return ofRegistry.has(subject) && subject !== 'domain' && registration.asOf !== null;
}

/** Whether a changed nameserver can be the cause of a change of `subject`. */
export function isOfZone(subject: SubjectName): boolean {
  return !ofRegistry.has(subject) && subject !== 'dns.ns' && subject !== 'blocklists';
}

/** What the lines of `subject` are about, where not every scan reads all of it: a selector, a name and its type, a mail server; null where a scan reads all or nothing. */
export function keysOf(subject: SubjectName, { records }: ScanResult): Keys | null {
  return keys[subject]?.(records) ?? null;
}

const always = (): boolean => true;
const keys: Readonly<Partial<Record<SubjectName, (records: Records) => Keys>>> = {
  'dns.dkim': ({ dkim }) => {
    const selectors = new Set(Object.keys(dkim.selectors).map(selector => selector.toLowerCase()));
    return { of: firstWord, isAsked: selector => selectors.has(selector), forgets: false };
  },
  'dns.tlsa': ({ dane, mx }) => ({ of: firstWord, isAsked: mx.status === 'error' ? always : name => dane.hosts.some(({ host }) => host === name), forgets: false }),
  'dns.a': () => ({ of: line => (/^\S+ AAAA /.test(line) ? line.split(' ', 2).join(' ') : firstWord(line)), isAsked: always, forgets: false }),
  takeover: () => ({ of: firstWord, isAsked: always, forgets: false }),
  blocklists: ({ blocklists }) => ({ of: line => line.split(': ', 1)[0]!, isAsked: askedOfBlocklists(blocklists), forgets: true }),
};

/** A list that is faulty today is asked, and so is every address while those of the mail servers are not all known. */
function askedOfBlocklists(blocklists: Records['blocklists']): (key: string) => boolean {
  if (!blocklists) return always;
  const lists = new Set(blocklists.lists.map(({ name }) => name));
  const targets = new Set(watchedTargets(blocklists).map(({ target }) => target));
  return key => {
    const at = key.lastIndexOf(' ');
    const target = key.slice(at + 1);
    return lists.has(key.slice(0, at)) && (targets.has(target) || (blocklists.unread.mail !== null && parseIp(target) !== null));
  };
}

export const EXISTS = 'exists';
/** What follows the name in lines of names that others may take over. */
export const RISK = ' at risk: ';
/** What follows the list and its target where it lists that. */
export const LISTED = { abuse: ': listed', policy: ': listed by policy' } as const;

function readExistence(result: ScanResult): string[] | null {
  if (stateOf(result, 'in.disabled') === 'fail') return null;
  const state = stateOf(result, 'in.nxdomain');
  return state === 'pass' ? [EXISTS] : state === 'fail' ? ['does not exist'] : null;
}

/** A chain that could not be followed says nothing; nor does a zone that is bogus above the domain. */
function readDnssec({ chain, ds }: Records['dnssec']): string[] | null {
  const last = chain.at(-1);
  if (!last) return null;
  const lines = ds.map(({ keyTag, algorithm, digestType, digest }) => `DS ${keyTag} ${algorithm} ${digestType} ${digest.toLowerCase()}`);
  if (lines.length > 0 && (last.status === 'secure' || last.status === 'bogus')) return [last.status, ...lines];
  return last.status === 'insecure' && lines.length === 0 ? ['unsigned'] : null;
}

function readDmarc({ record, policy, foundAt, tags, walk }: Records['dmarc']): string[] | null {
  if (walk.some(({ name, outcome }) => outcome === 'failed' && name.replace('_dmarc.', '').includes('.'))) return null;
  if (record === null || policy === null) return [];
  const uris = ['rua', 'ruf'].flatMap(tag => (tags[tag] ?? '').split(',').filter(uri => uri.trim() !== '').map(uri => `${tag}=${uri.trim().toLowerCase()}`));
  const modes = Object.entries({ pct: '100', t: 'n', adkim: 'r', aspf: 'r' }).flatMap(([tag, usual]) => {
    const value = (tags[tag] ?? usual).toLowerCase();
    return value === usual ? [] : [`${tag}=${value}`];
  });
  return [`at ${foundAt}`, `p=${policy.domain}`, `sp=${policy.subdomain}`, `np=${policy.nonexistent}`, ...modes, ...uris];
}

/** A key behind an alias is changed by whom the alias leads to: there the alias counts. */
function readDkim({ selectors }: Records['dkim']): string[] {
  return Object.entries(selectors).flatMap(([selector, { status, record, via }]) => {
    const name = selector.toLowerCase();
    if (via !== null) return [`${name} alias of ${via.toLowerCase()}`];
    if (status === 'missing') return [`${name} none`];
    return record === null ? [] : [`${name} ${keyOf(record)}`];
  });
}

/** The key of a DKIM record: base64 without the spaces that zone editors put into it. */
function keyOf(record: string): string {
  const tags = new Map(record.split(';').map(tag => [tag.split('=', 1)[0]!.trim(), tag.slice(tag.indexOf('=') + 1).replace(/\s/g, '')]));
  return `k=${tags.get('k') ?? 'rsa'} p=${tags.get('p') ?? ''}`;
}

/** Behind an alias the addresses are the affair of its target. */
function readAddresses({ zone }: Records, domain: string): string[] {
  const lines = (name: string, type: 'A' | 'AAAA', addresses: readonly string[] | null): string[] =>
    addresses?.length === 0 ? [`${name} ${type} none`] : addresses?.map(address => `${name} ${type} ${address}`) ?? [];
  return zone.names.flatMap(({ name, alias, addresses }) => {
    const own = name === domain;
    if (alias !== null) return [`${name} CNAME ${alias.toLowerCase()}`, ...(own ? [`${name} AAAA none`] : [])];
    return [...lines(name, 'A', addresses), ...(own ? lines(name, 'AAAA', zone.ipv6) : [])];
  });
}

function readTlsa({ hosts }: Records['dane'], { findings }: ScanResult): string[] {
  const unknown = findings.some(({ record, state }) => record === 'dane' && state === 'unknown');
  return hosts.flatMap(({ host, records }) => {
    const lines = records.map(({ usage, selector, matchingType, association }) => `${host} ${usage} ${selector} ${matchingType} ${association.toLowerCase()}`);
    return lines.length > 0 || unknown ? lines : [`${host} none`];
  });
}

/** Whether the name could be registered depends on one more scan, and is left out. */
function readDangling(result: ScanResult): string[] | null {
  const finding = result.findings.find(({ id }) => id === 'zone.dangling');
  if (finding?.state === 'fail') return finding.evidence.map(text => text.replace(/(?<= does not exist),.*$/, ''));
  const { mx, nameservers } = result.records;
  return finding?.state === 'pass' && mx.status !== 'error' && nameservers.status === 'found' ? [] : null;
}

const risky: ReadonlySet<string | null> = new Set(['register', 'claim', 'maybeClaim', 'dangling']);

/** Each of the usual names, and whether others may take it over. What `dns.dangling` reports is left to that, and one that could not be read says nothing. */
function readTakeover(takeover: Records['takeover'], { domain, findings }: ScanResult): string[] | null {
  if (!takeover) return null;
  const dangling = findings.find(({ id, state }) => id === 'zone.dangling' && state === 'fail')?.evidence.join('\n') ?? '';
  const silent = new Set([...takeover.unread, ...[...dangling.matchAll(/^CNAME of ([^\s:]+): /gm)].map(([, name]) => name!)]);
  const seen = new Map(takeover.names.map(one => [one.name, one]));
  return [domain, ...COMMON_NAMES.map(label => `${label}.${domain}`)].filter(name => !silent.has(name)).map(name => {
    const { danger, target } = seen.get(name) ?? { danger: null, target: null };
    return risky.has(danger) ? `${name}${RISK}${danger} ${target ?? 'the service at its address'}` : `${name} safe`;
  });
}

/** What each list that works says of the domain and of the mail servers; those of a mail provider are its own to mend, and take turns. */
function readBlocklists(blocklists: Records['blocklists']): string[] | null {
  if (!blocklists || blocklists.status === 'notTested') return null;
  const names = new Map(blocklists.lists.map(({ zone, name }) => [zone, name]));
  return watchedTargets(blocklists).flatMap(({ target, answers }) =>
    answers.filter(({ state }) => state !== 'unknown').map(({ zone, codes }) => {
      const weights = new Set(codes.map(({ weight }) => weight));
      const listing = weights.has('abuse') ? LISTED.abuse : weights.has('policy') ? LISTED.policy : ': not listed';
      return `${names.get(zone) ?? zone} ${target}${listing}`;
    }));
}

function watchedTargets({ targets }: NonNullable<Records['blocklists']>) {
  return targets.filter(({ role, host }) => role === 'domain' || (role === 'mail' && findMailProvider(host) === null));
}

/** The id of a policy changes with every edit: what counts is what the policy says. */
function readMtaSts({ record, status, mode, ...rest }: Records['mtaSts']): string[] | null {
  if (record === null) return status === 'missing' ? [] : null;
  return mode === null ? null : [`mode ${mode.toLowerCase()}`, ...(rest['mx'] as readonly string[]).map(pattern => `mx ${pattern.toLowerCase()}`)];
}

function readRecord(record: string | null, status: string): string[] | null {
  if (record !== null) return [record];
  return status === 'missing' ? [] : null;
}

function registrarLine({ name, ianaId }: NonNullable<Records['registration']['registrar']>): string {
  return ianaId === null ? name : `${name} (IANA ${ianaId})`;
}

/** Those that come and go with every renewal, and the word for none, say nothing. */
const SILENT_STATUSES = new Set(['ok', 'linked', 'addPeriod', 'autoRenewPeriod', 'renewPeriod', 'transferPeriod']);

function isTelling(status: string): boolean {
  return !SILENT_STATUSES.has(status);
}

/** The organisation that issued a certificate, or the common name where it has none. */
function authorityOf(issuer: string): string {
  const attribute = (key: string) => new RegExp(`(?:^|, )${key}=(.*?)(?=, [A-Za-z]{1,10}=|$)`).exec(issuer)?.[1];
  return attribute('O') ?? attribute('CN') ?? issuer;
}

function isSpf(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text);
}

function isRegistered(result: ScanResult): boolean {
  return stateOf(result, 'reg.unavailable') === 'pass';
}

function isUnknown(result: ScanResult, id: string): boolean {
  return stateOf(result, id) === 'unknown';
}

function stateOf({ findings }: ScanResult, id: string): string | undefined {
  return findings.find(finding => finding.id === id)?.state;
}

function firstWord(line: string): string {
  return line.split(' ', 1)[0]!;
}
