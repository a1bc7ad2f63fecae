import { isTransferLock } from '../../../checks/registration/statuses.ts';
import type { Severity } from '../../../core/finding.ts';
import { parseIp } from '../../../core/ip.ts';
import { judgeCaa, judgeDmarc, judgeSpf } from './diff-policies.ts';
import { EXISTS, LISTED, read, RISK, type SubjectName } from './subjects.ts';
import { without, type Value } from './value.ts';
import type { Case, Change, Verdict } from './change.ts';

/** Judges `after` against `before`, which differ. */
export function judge(subject: SubjectName, before: Value, after: Value, scene: Pick<Case, 'result' | 'accepted' | 'former'>): Verdict {
  return judges[subject]({ ...scene, before, after, added: without(after, before), removed: without(before, after) });
}

const judges: Readonly<Record<SubjectName, (change: Case) => Verdict>> = {
  domain: ({ after }) => (after[0] === EXISTS ? { kind: 'domain.appeared', severity: 'info', title: 'The domain exists in DNS now' }
    : { kind: 'domain.gone', severity: 'critical', title: 'The domain does not exist in DNS any more' }),
  'dns.ns': ({ added, removed }) => (added.length > 0 ? { kind: 'dns.ns.changed', severity: 'critical', title: `The nameservers have changed: ${listed(added)} ${is(added)} new` }
    : { kind: 'dns.ns.changed', severity: 'medium', title: `Nameservers were removed: ${listed(removed)}` }),
  delegation: judgeDelegation,
  dnssec: judgeDnssec,
  'dns.mx': judgeMx,
  'dns.spf': judgeSpf,
  'dns.dmarc': judgeDmarc,
  'dns.dkim': judgeDkim,
  'dns.a': judgeAddresses,
  'dns.txt': judgeTxt,
  'dns.caa': judgeCaa,
  'dns.tlsa': () => ({ kind: 'dns.tlsa.changed', severity: 'low', title: 'The TLSA records of the mail servers have changed' }),
  'dns.wildcard': ({ after }) => (after.length === 0 ? 'follow' : { kind: 'wildcard.appeared', severity: 'medium', title: 'Every name below the domain has an address now' }),
  'dns.dangling': ({ added, after }) => (added.length > 0 ? { kind: 'cname.dangling', severity: 'high', title: `A record points nowhere: ${listed(added)}` } : after.length === 0 ? 'follow' : 'keep'),
  mtaSts: judgeMtaSts,
  tlsRpt: ({ after }) => ({ kind: 'tlsRpt.changed', severity: 'low', title: after.length === 0 ? 'The record for TLS reports is gone' : 'The record for TLS reports has changed' }),
  bimi: ({ after }) => ({ kind: 'bimi.changed', severity: 'low', title: after.length === 0 ? 'The BIMI record is gone' : 'The BIMI record has changed' }),
  registrar: judgeRegistrar,
  'registration.status': judgeStatus,
  'registration.expiry': judgeExpiry,
  certificate: judgeCertificate,
  takeover: judgeTakeover,
  blocklists: judgeBlocklists,
};

/** The parent zone follows the zone, or leads it: a set that is accepted for the one is no change at the other, and one change is reported once. */
function judgeDelegation({ after, added, result, accepted }: Case): Verdict {
  const names = after.join(' ');
  if (accepted('dns.ns')?.join(' ') === names) return 'follow';
  if (read('dns.ns', result)?.join(' ') === names) return 'keep';
  return added.length > 0 ? { kind: 'delegation.mismatch', severity: 'critical', title: `The parent zone names other nameservers: ${listed(added)} ${is(added)} new` }
    : { kind: 'delegation.mismatch', severity: 'medium', title: 'The parent zone names fewer nameservers' };
}

const digests = (value: Value) => value.filter(line => line.startsWith('DS '));

/** A DS that fits a key of the zone, in a chain that holds, is a clean rollover. */
function judgeDnssec({ before, after, result }: Case): Verdict {
  if (after.includes('bogus') && !before.includes('bogus')) return { kind: 'dnssec.broken', severity: 'critical', title: 'DNSSEC is broken: the answers of the domain are refused' };
  if (after.includes('unsigned')) return { kind: 'dns.ds.changed', severity: 'critical', title: 'DNSSEC is switched off: the DS records are gone' };
  if (after.includes('secure') && !before.includes('secure')) return { kind: 'dnssec.enabled', severity: 'info', title: 'DNSSEC protects the domain' };
  const tags = new Set(result.records.dnssec.keys.map(({ keyTag }) => String(keyTag)));
  const added = without(digests(after), before);
  const clean = after.includes('secure') && added.every(line => tags.has(line.split(' ')[1]!));
  return clean ? { kind: 'dns.ds.changed', severity: 'low', title: 'The DS records were renewed; they fit the keys of the zone' }
    : { kind: 'dns.ds.changed', severity: 'critical', title: 'The DS records have changed and do not fit the keys of the zone' };
}

const exchangeOf = (line: string) => line.slice(line.indexOf(' ') + 1);

function judgeMx({ before, after }: Case): Verdict {
  const added = without(after.map(exchangeOf), before.map(exchangeOf));
  const removed = without(before.map(exchangeOf), after.map(exchangeOf));
  const change = (severity: Severity, title: string): Change => ({ kind: 'dns.mx.changed', severity, title });
  if (added.includes('.')) return change('high', 'The domain says that it takes no mail any more');
  if (added.length > 0) return change('high', `Mail goes to another server: ${listed(added)} ${is(added)} new`);
  if (after.length === 0) return change('high', 'The MX records are gone');
  return removed.length > 0 ? change('medium', `Mail servers were removed: ${listed(removed)}`) : change('low', 'The order of the mail servers has changed');
}

/** A selector in both the added and the removed lines has another key: it is changed. */
function judgeDkim({ added, removed }: Case): Verdict {
  const selectors = (lines: readonly string[]) => lines.filter(line => !line.endsWith(' none')).map(line => line.split(' ', 1)[0]!);
  const [now, formerly] = [selectors(added), selectors(removed)];
  const [gone, other] = [without(formerly, now), formerly.filter(selector => now.includes(selector))];
  if (other.length > 0) return { kind: 'dns.dkim.changed', severity: 'high', title: other.length === 1 ? `The DKIM key ${listed(other)} has changed` : `The DKIM keys ${listed(other)} have changed` };
  if (gone.length > 0) return { kind: 'dns.dkim.removed', severity: 'high', title: `The DKIM ${gone.length === 1 ? 'key' : 'keys'} ${listed(gone)} ${is(gone)} gone` };
  return { kind: 'dns.dkim.added', severity: 'info', title: `There is a new DKIM key: ${listed(now)}` };
}

function judgeAddresses({ added, removed }: Case): Verdict {
  const changed = [...added, ...removed];
  const names = listed([...new Set(changed.map(line => line.split(' ', 1)[0]!))]);
  if (changed.some(line => line.includes(' CNAME '))) return { kind: 'dns.cname.changed', severity: 'medium', title: `${names} leads to another name` };
  const kind = changed.every(line => line.includes(' AAAA ')) ? 'dns.aaaa.changed' : 'dns.a.changed';
  return { kind, severity: 'medium', title: `The addresses of ${names} have changed` };
}

function judgeTxt({ added, removed }: Case): Verdict {
  if (added.length > 0 && removed.length > 0) return { kind: 'dns.txt.changed', severity: 'low', title: 'TXT records of the domain have changed' };
  return added.length > 0 ? { kind: 'dns.txt.added', severity: 'low', title: 'The domain has a new TXT record' } : { kind: 'dns.txt.removed', severity: 'low', title: 'A TXT record of the domain is gone' };
}

function judgeMtaSts({ before, after }: Case): Verdict {
  const weaker = before.includes('mode enforce') && !after.includes('mode enforce');
  if (weaker) return { kind: 'mtaSts.changed', severity: 'medium', title: 'MTA-STS is not enforced any more' };
  return { kind: 'mtaSts.changed', severity: after.includes('mode enforce') && !before.includes('mode enforce') ? 'info' : 'low', title: 'The MTA-STS policy has changed' };
}

/** RDAP and WHOIS spell names differently, and not each tells the number. */
function judgeRegistrar({ before, after }: Case): Verdict {
  const [was, is] = [before[0]!, after[0]!];
  const number = (line: string) => /\(IANA (\d+)\)$/.exec(line)?.[1];
  const name = (line: string) => line.replace(/\(IANA \d+\)$/, '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (name(was) === name(is)) return 'follow';
  if (number(was) !== undefined && number(was) === number(is)) return 'follow';
  if ((number(was) === undefined) !== (number(is) === undefined)) return 'keep';
  return { kind: 'registrar.changed', severity: 'critical', title: `The domain has moved to another registrar: ${is}` };
}

const PENDING = new Set(['pendingTransfer']);
const HOLDS = new Set(['clientHold', 'serverHold', 'inactive', 'redemptionPeriod', 'pendingRestore', 'pendingDelete']);

/** What two sources show differently is no change. */
function judgeStatus({ before, after, added, removed }: Case): Verdict {
  const sourceOf = (value: Value) => value.find(line => line.startsWith('source '));
  const isLocked = (value: Value) => value.some(isTransferLock);
  const serious = (value: Value) => value.filter(status => PENDING.has(status) || HOLDS.has(status)).join();
  if (sourceOf(before) !== sourceOf(after)) return isLocked(before) === isLocked(after) && serious(before) === serious(after) ? 'follow' : 'keep';
  const holds = added.filter(status => HOLDS.has(status));
  if (holds.length > 0) return { kind: 'registrar.status.hold', severity: 'critical', title: `The registry shows ${listed(holds)}` };
  if (added.some(status => PENDING.has(status))) return { kind: 'transfer.pending', severity: 'critical', title: 'A transfer to another registrar is under way' };
  if (isLocked(before) && !isLocked(after)) return { kind: 'transfer.lock.removed', severity: 'critical', title: 'The transfer lock was removed' };
  const better = removed.every(status => PENDING.has(status) || HOLDS.has(status));
  return { kind: 'registrar.status.changed', severity: better ? 'info' : 'low', title: added.length > 0 ? `The registry shows ${listed(added)}` : `The registry does not show ${listed(removed)} any more` };
}

const DAY_MS = 86_400_000;

/** Sources round the last day differently. */
function judgeExpiry({ before, after }: Case): Verdict {
  const days = (Date.parse(after[0]!) - Date.parse(before[0]!)) / DAY_MS;
  if (!(Math.abs(days) > 1)) return 'follow';
  return days > 0 ? { kind: 'registration.renewed', severity: 'info', title: `The registration was renewed until ${after[0]!}` }
    : { kind: 'registration.shortened', severity: 'medium', title: `The registration ends sooner: ${after[0]!}` };
}

/** That a name is safe again is no news. */
function judgeTakeover({ added }: Case): Verdict {
  const names = added.filter(line => line.includes(RISK));
  if (names.length === 0) return 'follow';
  const certain = names.filter(line => / at risk: (?:register|claim) /.test(line));
  const [severity, can, named] = certain.length > 0 ? ['critical', 'can', certain] as const : ['high', 'may be able to', names] as const;
  return { kind: 'takeover.possible', severity, title: `Others ${can} take over ${listed(named.map(line => line.split(' ', 1)[0]!))}` };
}

/** That something is listed no more is no news. */
function judgeBlocklists({ added }: Case): Verdict {
  const listings = added.filter(line => line.endsWith(LISTED.abuse) || line.endsWith(LISTED.policy));
  if (listings.length === 0) return 'follow';
  const abused = listings.filter(line => line.endsWith(LISTED.abuse)).map(line => / (\S+): listed/.exec(line)![1]!);
  const severity = abused.length === 0 ? 'low' : abused.some(target => parseIp(target) === null) ? 'high' : 'medium';
  return { kind: 'blocklist.listed', severity, title: `The domain or a mail server is on a blocklist: ${listed(listings.map(line => line.split(': ', 1)[0]!))}` };
}

/** The line of a certificate that names its authority. */
export const authorityLine = (value: Value) => value.find(line => line.startsWith('authority ')) ?? '';

/** Renewals by an authority that the domain has had before are the rule. */
function judgeCertificate({ before, after, former, result }: Case): Verdict {
  const authority = authorityLine(after);
  if (authority === authorityLine(before) || former.includes(authority)) return 'follow';
  const name = authority.slice('authority '.length);
  const { caa, tls } = result.records;
  const allowed = caa.records.some(({ tag }) => tag.toLowerCase() === 'issue') && result.findings.some(({ id, state }) => id === 'caa.mismatch' && state === 'pass');
  if (tls.trusted !== false && allowed) return { kind: 'cert.changed', severity: 'info', title: `The certificate is by another authority that CAA allows: ${name}` };
  return { kind: 'cert.unexpectedCa', severity: 'high', title: `The certificate is by an authority that was never used before: ${name}` };
}

const MAX_LISTED = 3;

function is(words: readonly string[]): 'is' | 'are' {
  return words.length === 1 ? 'is' : 'are';
}

/** A few of the words, and how many more there are. */
function listed(words: readonly string[]): string {
  const more = words.length - MAX_LISTED;
  return words.slice(0, MAX_LISTED).map(word => word.slice(0, 120)).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
