import type { Finding } from '../../core/finding.ts';
import type { Particulars } from '../../core/findings/rules.ts';
import { describeFailure, type FailureKind, type RecordData } from '../../core/lookup.ts';
import { clip, inWords, MAX_SHOWN } from '../evidence.ts';
import type { NameserversFacts } from './collect.ts';
import type { Contents, Reply } from './contents.ts';
import { isRefusal } from './reach.ts';
import { rules } from './rules.ts';

/** What one server says of one set: its records in an order of their own, or why there are none. */
interface Saying {
  server: string;
  address: string;
  kind: 'records' | 'none' | 'refused' | 'unknown';
  text: string;
}

/** One set as every server gives it. */
interface Compared {
  what: string;
  sayings: readonly Saying[];
}

/** The records that mail depends on must be the same at every server of the zone (RFC 1034 §4.2); one that does not answer says nothing. */
export function judgeContents(facts: NameserversFacts): Finding {
  const holding = facts.servers.flatMap(({ name, contents }) => (contents ? [{ name, contents }] : []));
  if (holding.length < 2) return rules.records.notApplicable('There are no two nameservers to compare');
  const compared = [mailSet, spfSet, dmarcSet].map(setOf => setOf(holding)).map(withoutElsewhere);
  const different = compared.filter(isDifferent);
  if (different.length > 0) return rules.records.fail(different.flatMap(linesOf).slice(0, MAX_SHOWN), particularsOf(different, facts));
  const unknown = compared.flatMap(({ sayings }) => sayings).find(({ kind }) => kind === 'unknown');
  if (unknown) return rules.records.unknown(unknown.text, { severity: 'info' });
  return rules.records.pass(holding.map(({ name }) => name).slice(0, MAX_SHOWN));
}

type Holding = readonly { name: string; contents: Contents }[];

function mailSet(holding: Holding): Compared {
  return { what: 'MX', sayings: holding.map(({ name, contents }) => sayingOf(name, contents.address, 'MX', contents.mx, ({ preference, exchange }: RecordData['MX']) => `${preference} ${exchange || '.'}`)) };
}

function spfSet(holding: Holding): Compared {
  return { what: 'SPF', sayings: holding.map(({ name, contents }) => sayingOf(name, contents.address, 'TXT', contents.spf, text => text)) };
}

function dmarcSet(holding: Holding): Compared {
  return { what: 'DMARC', sayings: holding.map(({ name, contents }) => sayingOf(name, contents.address, 'TXT', contents.dmarc, text => text)) };
}

function sayingOf<T>(server: string, address: string, type: string, { authoritative, lookup }: Reply<T>, show: (record: T) => string): Saying {
  const saying = (kind: Saying['kind'], text: string): Saying => ({ server, address, kind, text });
  if (lookup.outcome === 'failed') {
    return isRefusal(lookup.kind) ? saying('refused', `answers ${codeOf(lookup.kind, lookup.cause)}`) : saying('unknown', describeFailure(type, `${server} (${address})`, lookup));
  }
  if (!authoritative) return saying('refused', 'answers without authority');
  // Where a server also holds the target of an alias, its answer has the records behind it; the alias alone is what all can say.
  if (lookup.via.length > 0) return saying('records', `CNAME ${lookup.via[0]}`);
  return lookup.outcome === 'found' ? saying('records', lookup.value.map(show).toSorted().join(', ')) : saying('none', 'none');
}

const CODES: Readonly<Partial<Record<FailureKind, string>>> = { servfail: 'SERVFAIL', refused: 'REFUSED', formerr: 'FORMERR', notimp: 'NOTIMP' };

function codeOf(kind: FailureKind, cause: string): string {
  return CODES[kind] ?? cause;
}

/** Where no server answers with authority, the name is delegated further, and other servers hold it. */
function withoutElsewhere(compared: Compared): Compared {
  const isHeld = compared.sayings.some(({ kind }) => kind === 'records' || kind === 'none');
  return isHeld ? compared : { ...compared, sayings: compared.sayings.filter(({ kind }) => kind === 'unknown') };
}

function isDifferent({ sayings }: Compared): boolean {
  const said = sayings.filter(({ kind }) => kind !== 'unknown').map(keyOf);
  return new Set(said).size > 1;
}

function keyOf({ kind, text }: Saying): string {
  return `${kind} ${text}`;
}

/** Each answer once, with the servers that give it. */
function linesOf({ what, sayings }: Compared): string[] {
  const known = sayings.filter(({ kind }) => kind !== 'unknown');
  return [...Map.groupBy(known, keyOf).values()].map(same => `${what} at ${inWords(same.map(({ server, address }) => `${server} (${address})`))}: ${clip(same[0]!.text)}`);
}

/** With different serials a change may be on its way to the servers. */
function particularsOf(different: readonly Compared[], { servers }: NameserversFacts): Particulars {
  const serials = new Set(servers.flatMap(({ contents, probes }) => (contents ? probes : [])).flatMap(({ lookup }) => (lookup.outcome === 'found' ? lookup.value.map(({ serial }) => serial) : [])));
  const title = [...Map.groupBy(different, compared => titleOf(compared, '')).values()].map(alike => titleOf(alike[0]!, recordsOf(alike))).join('; ');
  if (serials.size <= 1) return { title };
  return { title, severity: 'medium', detail: `${rules.records.why} The servers hold different versions of the zone: shortly after a change that is normal, and passes within the hour.` };
}

/** `MX records`, `SPF record`, `MX and SPF records`. */
function recordsOf(alike: readonly Compared[]): string {
  const names = inWords(alike.map(({ what }) => what));
  return names === 'SPF' || names === 'DMARC' ? `${names} record` : `${names} records`;
}

/** A server that lacks the records, or refuses, is named; where each has records of its own, these are. */
function titleOf({ sayings }: Compared, records: string): string {
  const serversOf = (kind: Saying['kind']) => sayings.filter(saying => saying.kind === kind);
  const [refused, none, having] = [serversOf('refused'), serversOf('none'), serversOf('records')];
  if (new Set(having.map(keyOf)).size > 1) return `The nameservers give different ${records.replace(/record$/, 'records')}`;
  if (refused.length > 0) return `${namesIn(refused)} ${refused[0]!.text.replace(/^answers/, refused.length === 1 ? 'answers' : 'answer')} when asked for the ${records}`;
  return `${namesIn(none)} ${none.length === 1 ? 'does' : 'do'} not have the ${records} that ${namesIn(having)} ${having.length === 1 ? 'has' : 'have'}`;
}

function namesIn(sayings: readonly Saying[]): string {
  return inWords(sayings.map(({ server }) => server));
}
