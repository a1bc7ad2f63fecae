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
  /** The terms that decided, from the record of the domain down to where the last one stands; none where no term matched. */
  trail: readonly { domain: string; term: string }[];
}

/** What an evaluation asks. */
export interface SpfQuery {
  name: string;
  type: 'TXT' | 'A' | 'AAAA' | 'MX' | 'PTR';
  /** Whether the answer matters only if the client is that very host: an a or mx term without a prefix length. */
  isNarrow: boolean;
}

/** An evaluation that stops at each set of questions and goes on with their answers, so that one code serves DNS and recorded facts. */
type Steps<T> = Generator<readonly SpfQuery[], T, readonly Lookup<readonly unknown[]>[]>;

/** RFC 7208 §4.6.4. */
export const limits = { lookups: 10, voidLookups: 2, mxNames: 10, ptrNames: 10 } as const;

const RESULTS: Readonly<Record<Qualifier, SpfResult>> = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' };

interface Session {
  question: SpfQuestion;
  ip: IpBytes;
  read: (text: string) => SpfRecord;
  lookups: number;
  voidLookups: number;
  trail: SpfAnswer['trail'];
}

interface Verdict {
  result: SpfResult;
  because: string;
  /** Where the explanation is found. */
  source?: { record: SpfRecord; domain: string };
}

/** The check_host() function of RFC 7208 §4; never throws. */
export async function checkHost(question: SpfQuestion, dns: Pick<Dns, 'lookup'>): Promise<SpfAnswer> {
  const steps = evaluateHost(question, parseSpf);
  let step = steps.next();
  while (!step.done) step = steps.next(await Promise.all(step.value.map(({ name, type }) => dns.lookup(name, type))));
  return step.value;
}

/** The same over what is known: `answer` is asked instead of the DNS, and `read` for the records, which it may remember. */
export function checkHostBy(question: SpfQuestion, answer: (query: SpfQuery) => Lookup<readonly unknown[]>, read: (text: string) => SpfRecord = parseSpf): SpfAnswer {
  const steps = evaluateHost(question, read);
  let step = steps.next();
  while (!step.done) step = steps.next(step.value.map(answer));
  return step.value;
}

function* evaluateHost(question: SpfQuestion, read: Session['read']): Steps<SpfAnswer> {
  const domain = fitName(question.domain);
  if (!isFullName(domain)) return { result: 'none', because: 'the domain is no full domain name', explanation: null, trail: [] };
  const session: Session = { question, ip: unmapped(question.ip), read, lookups: 0, voidLookups: 0, trail: [] };
  const { result, because, source } = yield* evaluate(session, domain);
  const { trail } = session;
  return { result, because, explanation: result === 'fail' && source ? yield* explain(session, source) : null, trail };
}

function* evaluate(session: Session, domain: string): Steps<Verdict> {
  const lookup = yield* ask(domain, 'TXT');
  if (lookup.outcome === 'failed') return { result: 'temperror', because: describeFailure('TXT', domain, lookup) };
  const [text, ...others] = spfRecordsOf(lookup);
  if (text === undefined) return { result: 'none', because: `${domain} has no SPF record` };
  if (others.length > 0) return permerror(`${domain} has several SPF records`);
  const record = session.read(text);
  const [fault] = record.faults;
  if (fault) return permerror(`${domain}: "${fault.text}": ${fault.reason}`);
  for (const mechanism of record.mechanisms) {
    if (mechanism.range && !inCidr(session.ip, mechanism.range)) continue;
    session.trail = [];
    const match = yield* matches(session, mechanism, domain);
    if (typeof match !== 'boolean') return match;
    if (!match) continue;
    session.trail = [{ domain, term: mechanism.text }, ...session.trail];
    return { result: RESULTS[mechanism.qualifier], because: mechanism.text, source: { record, domain } };
  }
  session.trail = [];
  if (!record.redirect) return { result: 'neutral', because: 'no term matches' };
  const verdict = yield* redirect(session, record.redirect.value, domain);
  session.trail = [{ domain, term: record.redirect.text }, ...session.trail];
  return verdict;
}

function permerror(because: string): Verdict {
  return { result: 'permerror', because };
}

/** RFC 7208 §6.1. */
function* redirect(session: Session, target: MacroString, domain: string): Steps<Verdict> {
  if (!spendLookup(session)) return tooManyLookups;
  const name = yield* nameOf(session, target, domain);
  const verdict = yield* evaluate(session, name);
  return verdict.result === 'none' ? permerror(`redirect: ${verdict.because}`) : verdict;
}

/** Whether the mechanism matches (RFC 7208 §5), or the error that ends the evaluation. */
function* matches(session: Session, mechanism: Mechanism, domain: string): Steps<boolean | Verdict> {
  const { name } = mechanism;
  if (name === 'all') return true;
  if (name === 'ip4' || name === 'ip6') return inCidr(session.ip, mechanism.range!);
  if (!spendLookup(session)) return tooManyLookups;
  const target = yield* nameOf(session, mechanism.target, domain);
  switch (name) {
    case 'include': return yield* matchInclude(session, target);
    case 'a': return yield* matchA(session, mechanism, target);
    case 'mx': return yield* matchMx(session, mechanism, target);
    case 'ptr': return yield* matchPtr(session, target);
    case 'exists': return yield* matchExists(session, target);
  }
}

function spendLookup(session: Session): boolean {
  return ++session.lookups <= limits.lookups;
}

const tooManyLookups = permerror(`more than ${limits.lookups} DNS lookups are needed`);

/** RFC 7208 §5.2. */
function* matchInclude(session: Session, target: string): Steps<boolean | Verdict> {
  const { result, because } = yield* evaluate(session, target);
  if (result === 'temperror') return { result, because };
  if (result === 'permerror' || result === 'none') return permerror(`include: ${because}`);
  return result === 'pass';
}

function* matchA(session: Session, mechanism: Mechanism, target: string): Steps<boolean | Verdict> {
  const lookup = yield* askAddresses(session, target, mechanism);
  if (lookup.outcome === 'failed') return { result: 'temperror', because: describeFailure('address', target, lookup) };
  if (lookup.outcome === 'absent') return countVoid(session);
  return lookup.value.some(address => covers(session.ip, address, mechanism));
}

function* matchMx(session: Session, mechanism: Mechanism, target: string): Steps<boolean | Verdict> {
  const lookup = yield* ask(target, 'MX', isNarrow(session, mechanism));
  if (lookup.outcome === 'failed') return { result: 'temperror', because: describeFailure('MX', target, lookup) };
  if (lookup.outcome === 'absent') return countVoid(session);
  if (lookup.value.length > limits.mxNames) return permerror(`${target} has more than ${limits.mxNames} MX records`);
  const exchanges = lookup.value.map(({ exchange }) => exchange).filter(exchange => exchange !== '');
  const answers = yield* askAddressesOfAll(session, exchanges, isNarrow(session, mechanism));
  for (const [at, lookup] of answers.entries()) {
    const exchange = exchanges[at]!;
    if (lookup.outcome === 'failed') return { result: 'temperror', because: describeFailure('address', exchange, lookup) };
    if (lookup.outcome === 'found' && lookup.value.some(address => covers(session.ip, address, mechanism))) return true;
  }
  return false;
}

/** RFC 7208 §5.5: an error on the way is no match. */
function* matchPtr(session: Session, target: string): Steps<boolean | Verdict> {
  const lookup = yield* ask(reverseName(session.ip), 'PTR');
  if (lookup.outcome === 'failed') return false;
  if (lookup.outcome === 'absent') return countVoid(session);
  const names = yield* validatedNames(session, lookup.value);
  return names.some(name => name === target || name.endsWith(`.${target}`));
}

/** RFC 7208 §5.7: an A record, even for an IPv6 client. */
function* matchExists(session: Session, target: string): Steps<boolean | Verdict> {
  const lookup = yield* ask(target, 'A');
  if (lookup.outcome === 'failed') return { result: 'temperror', because: describeFailure('A', target, lookup) };
  return lookup.outcome === 'absent' ? countVoid(session) : true;
}

function countVoid(session: Session): false | Verdict {
  return ++session.voidLookups > limits.voidLookups ? permerror(`more than ${limits.voidLookups} lookups find nothing`) : false;
}

function* ask<T extends SpfQuery['type']>(name: string, type: T, isNarrow = false): Steps<Lookup<readonly RecordData[T][]>> {
  const [lookup] = yield* askAll([name], type, isNarrow);
  return lookup!;
}

function* askAll<T extends SpfQuery['type']>(names: readonly string[], type: T, isNarrow: boolean): Steps<Lookup<readonly RecordData[T][]>[]> {
  const askable = names.filter(isAskable);
  const lookups = (askable.length > 0 ? yield askable.map(name => ({ name, type, isNarrow })) : []) as readonly Lookup<readonly RecordData[T][]>[];
  return names.map(name => (isAskable(name) ? lookups[askable.indexOf(name)]! : { outcome: 'absent', nxdomain: true, via: [] }));
}

function* askAddresses(session: Session, name: string, mechanism: Mechanism): Steps<Lookup<readonly string[]>> {
  const [lookup] = yield* askAddressesOfAll(session, [name], isNarrow(session, mechanism));
  return lookup!;
}

function askAddressesOfAll({ ip }: Session, names: readonly string[], isNarrow: boolean): Steps<Lookup<readonly string[]>[]> {
  return askAll(names.map(fitName), ip.length === 4 ? 'A' : 'AAAA', isNarrow);
}

function isNarrow({ ip }: Session, { prefixLength4, prefixLength6 }: Mechanism): boolean {
  return ip.length === 4 ? prefixLength4 === 32 : prefixLength6 === 128;
}

/** The names of the client whose addresses lead back to it (RFC 7208 §5.5), lower case. */
function* validatedNames(session: Session, pointers: readonly string[]): Steps<string[]> {
  const names = pointers.slice(0, limits.ptrNames).map(fitName);
  const lookups = yield* askAddressesOfAll(session, names, false);
  return names.filter((_, at) => {
    const lookup = lookups[at]!;
    return lookup.outcome === 'found' && lookup.value.some(address => covers(session.ip, address, { prefixLength4: 32, prefixLength6: 128 }));
  });
}

function* nameOf(session: Session, target: MacroString | null, domain: string): Steps<string> {
  return target ? fitName(expandMacros(target, yield* valuesFor(session, target, domain))!) : domain;
}

/** RFC 7208 §6.2: anything wrong on the way means that there is no explanation. */
function* explain(session: Session, { record, domain }: { record: SpfRecord; domain: string }): Steps<string | null> {
  if (!record.exp) return null;
  const lookup = yield* ask(yield* nameOf(session, record.exp.value, domain), 'TXT');
  if (lookup.outcome !== 'found' || lookup.value.length !== 1) return null;
  const text = parseMacroString(lookup.value[0]!, 'explanation');
  return 'fault' in text ? null : expandMacros(text, yield* valuesFor(session, text, domain));
}

/** RFC 7208 §7.2. */
function* valuesFor(session: Session, text: MacroString, domain: string): Steps<MacroValues> {
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
    p: usesMacro(text, 'p') ? yield* validatedName(session, domain) : '',
    v: ip.length === 4 ? 'in-addr' : 'ip6',
    h: question.helo,
    c: formatIp(ip),
    r: question.receiver ?? 'unknown',
    t: String(question.timestampSeconds ?? 0),
  };
}

/** The p macro: the domain itself, a name below it, or any other validated name (RFC 7208 §7.3). */
function* validatedName(session: Session, domain: string): Steps<string> {
  const lookup = yield* ask(reverseName(session.ip), 'PTR');
  const names = lookup.outcome === 'found' ? yield* validatedNames(session, lookup.value) : [];
  return names.find(name => name === domain) ?? names.find(name => name.endsWith(`.${domain}`)) ?? names[0] ?? 'unknown';
}

function isFullName(name: string): boolean {
  return isAskable(name) && /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(name);
}
