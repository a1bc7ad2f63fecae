import { formatIp, inCidr, type IpBytes } from '../../core/ip.ts';
import { describeFailure, type Dns, type Lookup, type RecordData } from '../../core/lookup.ts';
import { covers, dotted, reverseName, unmapped } from './client.ts';
import { expandMacros, fitName, isAskable, parseMacroString, usesMacro, type MacroString, type MacroValues } from './macro.ts';
import { parseSpf, spfRecordsOf, type Mechanism, type Qualifier, type SpfRecord } from './parse.ts';

export type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

/** One message as its receiver sees it (RFC 7208 §4.1). */
export interface SpfQuestion {
  ip: IpBytes;
  /** Of MAIL FROM, or the HELO name where that is empty (§2.4). */
  domain: string;
  /** MAIL FROM, or `postmaster@` and the HELO name. */
  sender: string;
  helo: string;
  /** The receiving host, for the r macro. */
  receiver?: string;
  /** Since 1970, for the t macro. */
  timestampSeconds?: number;
}

export interface SpfAnswer {
  result: SpfResult;
  /** The term that decided, or what went wrong. */
  because: string;
  /** What the domain says to the sender of a failed message; null where it says nothing (§6.2). */
  explanation: string | null;
}

/** RFC 7208 §4.6.4. */
export const limits = { lookups: 10, voidLookups: 2, mxNames: 10, ptrNames: 10 } as const;

const RESULTS: Readonly<Record<Qualifier, SpfResult>> = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' };

interface Session {
  question: SpfQuestion;
  ip: IpBytes;
  dns: Pick<Dns, 'lookup'>;
  lookups: number;
  voidLookups: number;
}

interface Verdict {
  result: SpfResult;
  because: string;
  /** Where the explanation is found. */
  source?: { record: SpfRecord; domain: string };
}

/** The check_host() function of RFC 7208 §4; never throws. */
export async function checkHost(question: SpfQuestion, dns: Pick<Dns, 'lookup'>): Promise<SpfAnswer> {
  const domain = fitName(question.domain);
  if (!isFullName(domain)) return { result: 'none', because: 'the domain is no full domain name', explanation: null };
  const session: Session = { question, ip: unmapped(question.ip), dns, lookups: 0, voidLookups: 0 };
  const { result, because, source } = await evaluate(session, domain);
  return { result, because, explanation: result === 'fail' && source ? await explain(session, source) : null };
}

async function evaluate(session: Session, domain: string): Promise<Verdict> {
  const lookup = await ask(session, domain, 'TXT');
  if (lookup.outcome === 'failed') return { result: 'temperror', because: describeFailure('TXT', domain, lookup) };
  const [text, ...others] = spfRecordsOf(lookup);
  if (text === undefined) return { result: 'none', because: `${domain} has no SPF record` };
  if (others.length > 0) return permerror(`${domain} has several SPF records`);
  const record = parseSpf(text);
  const [fault] = record.faults;
  if (fault) return permerror(`${domain}: "${fault.text}": ${fault.reason}`);
  for (const mechanism of record.mechanisms) {
    const match = await matches(session, mechanism, domain);
    if (typeof match !== 'boolean') return match;
    if (match) return { result: RESULTS[mechanism.qualifier], because: mechanism.text, source: { record, domain } };
  }
  if (!record.redirect) return { result: 'neutral', because: 'no term matches' };
  return redirect(session, record.redirect.value, domain);
}

function permerror(because: string): Verdict {
  return { result: 'permerror', because };
}

/** RFC 7208 §6.1. */
async function redirect(session: Session, target: MacroString, domain: string): Promise<Verdict> {
  if (!spendLookup(session)) return tooManyLookups;
  const name = await nameOf(session, target, domain);
  const verdict = await evaluate(session, name);
  return verdict.result === 'none' ? permerror(`redirect: ${verdict.because}`) : verdict;
}

/** Whether the mechanism matches (RFC 7208 §5), or the error that ends the evaluation. */
async function matches(session: Session, mechanism: Mechanism, domain: string): Promise<boolean | Verdict> {
  const { name } = mechanism;
  if (name === 'all') return true;
  if (name === 'ip4' || name === 'ip6') return inCidr(session.ip, mechanism.range!);
  if (!spendLookup(session)) return tooManyLookups;
  const target = await nameOf(session, mechanism.target, domain);
  switch (name) {
    case 'include': return matchInclude(session, target);
    case 'a': return matchA(session, mechanism, target);
    case 'mx': return matchMx(session, mechanism, target);
    case 'ptr': return matchPtr(session, target);
    case 'exists': return matchExists(session, target);
  }
}

function spendLookup(session: Session): boolean {
  return ++session.lookups <= limits.lookups;
}

const tooManyLookups = permerror(`more than ${limits.lookups} DNS lookups are needed`);

/** RFC 7208 §5.2. */
async function matchInclude(session: Session, target: string): Promise<boolean | Verdict> {
  const { result, because } = await evaluate(session, target);
  if (result === 'temperror') return { result, because };
  if (result === 'permerror' || result === 'none') return permerror(`include: ${because}`);
  return result === 'pass';
}

async function matchA(session: Session, mechanism: Mechanism, target: string): Promise<boolean | Verdict> {
  const lookup = await askAddresses(session, target);
  if (lookup.outcome === 'failed') return { result: 'temperror', because: describeFailure('address', target, lookup) };
  if (lookup.outcome === 'absent') return countVoid(session);
  return lookup.value.some(address => covers(session.ip, address, mechanism));
}

async function matchMx(session: Session, mechanism: Mechanism, target: string): Promise<boolean | Verdict> {
  const lookup = await ask(session, target, 'MX');
  if (lookup.outcome === 'failed') return { result: 'temperror', because: describeFailure('MX', target, lookup) };
  if (lookup.outcome === 'absent') return countVoid(session);
  if (lookup.value.length > limits.mxNames) return permerror(`${target} has more than ${limits.mxNames} MX records`);
  const exchanges = lookup.value.map(({ exchange }) => exchange).filter(exchange => exchange !== '');
  const answers = await Promise.all(exchanges.map(async exchange => ({ exchange, lookup: await askAddresses(session, exchange) })));
  for (const { exchange, lookup } of answers) {
    if (lookup.outcome === 'failed') return { result: 'temperror', because: describeFailure('address', exchange, lookup) };
    if (lookup.outcome === 'found' && lookup.value.some(address => covers(session.ip, address, mechanism))) return true;
  }
  return false;
}

/** RFC 7208 §5.5: an error on the way is no match. */
async function matchPtr(session: Session, target: string): Promise<boolean | Verdict> {
  const lookup = await ask(session, reverseName(session.ip), 'PTR');
  if (lookup.outcome === 'failed') return false;
  if (lookup.outcome === 'absent') return countVoid(session);
  const names = await validatedNames(session, lookup.value);
  return names.some(name => name === target || name.endsWith(`.${target}`));
}

/** RFC 7208 §5.7: an A record, even for an IPv6 client. */
async function matchExists(session: Session, target: string): Promise<boolean | Verdict> {
  const lookup = await ask(session, target, 'A');
  if (lookup.outcome === 'failed') return { result: 'temperror', because: describeFailure('A', target, lookup) };
  return lookup.outcome === 'absent' ? countVoid(session) : true;
}

function countVoid(session: Session): false | Verdict {
  return ++session.voidLookups > limits.voidLookups ? permerror(`more than ${limits.voidLookups} lookups find nothing`) : false;
}

async function ask<T extends 'TXT' | 'A' | 'AAAA' | 'MX' | 'PTR'>({ dns }: Session, name: string, type: T): Promise<Lookup<readonly RecordData[T][]>> {
  return isAskable(name) ? dns.lookup(name, type) : { outcome: 'absent', nxdomain: true, via: [] };
}

function askAddresses(session: Session, name: string): Promise<Lookup<readonly string[]>> {
  return ask(session, fitName(name), session.ip.length === 4 ? 'A' : 'AAAA');
}

/** The names of the client whose addresses lead back to it (RFC 7208 §5.5), lower case. */
async function validatedNames(session: Session, pointers: readonly string[]): Promise<string[]> {
  const names = pointers.slice(0, limits.ptrNames).map(fitName);
  const lookups = await Promise.all(names.map(name => askAddresses(session, name)));
  return names.filter((_, at) => {
    const lookup = lookups[at]!;
    return lookup.outcome === 'found' && lookup.value.some(address => covers(session.ip, address, { prefixLength4: 32, prefixLength6: 128 }));
  });
}

async function nameOf(session: Session, target: MacroString | null, domain: string): Promise<string> {
  return target ? fitName(expandMacros(target, await valuesFor(session, target, domain))!) : domain;
}

/** RFC 7208 §6.2: anything wrong on the way means that there is no explanation. */
async function explain(session: Session, { record, domain }: { record: SpfRecord; domain: string }): Promise<string | null> {
  if (!record.exp) return null;
  const lookup = await ask(session, await nameOf(session, record.exp.value, domain), 'TXT');
  if (lookup.outcome !== 'found' || lookup.value.length !== 1) return null;
  const text = parseMacroString(lookup.value[0]!, 'explanation');
  return 'fault' in text ? null : expandMacros(text, await valuesFor(session, text, domain));
}

/** RFC 7208 §7.2. */
async function valuesFor(session: Session, text: MacroString, domain: string): Promise<MacroValues> {
  const { question, ip } = session;
  const at = question.sender.lastIndexOf('@');
  const local = question.sender.slice(0, Math.max(at, 0)) || 'postmaster';
  const origin = question.sender.slice(at + 1);
  return {
    s: `${local}@${origin}`,
    l: local,
    o: origin,
    d: domain,
    i: dotted(ip),
    p: usesMacro(text, 'p') ? await validatedName(session, domain) : '',
    v: ip.length === 4 ? 'in-addr' : 'ip6',
    h: question.helo,
    c: formatIp(ip),
    r: question.receiver ?? 'unknown',
    t: String(question.timestampSeconds ?? 0),
  };
}

/** The p macro: the domain itself, a name below it, or any other validated name (RFC 7208 §7.3). */
async function validatedName(session: Session, domain: string): Promise<string> {
  const lookup = await ask(session, reverseName(session.ip), 'PTR');
  const names = lookup.outcome === 'found' ? await validatedNames(session, lookup.value) : [];
  return names.find(name => name === domain) ?? names.find(name => name.endsWith(`.${domain}`)) ?? names[0] ?? 'unknown';
}

function isFullName(name: string): boolean {
  return isAskable(name) && /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(name);
}
