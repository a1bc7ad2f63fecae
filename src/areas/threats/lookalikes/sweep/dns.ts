import { bulkStates, isMadeUp, type BulkAnswers, type BulkServices, type BulkState, type BulkType } from '../../../../core/outside/bulk-lookup.ts';
import type { Details } from '../details.ts';
import { nothing, type Observation } from '../state/observe.ts';

type Means = BulkServices & { signal: AbortSignal };

/** What DNS says of whether somebody has made a name. `made`: it is there; `madeUp`: it answers as every name of its suffix does. */
export type Presence = 'unknown' | 'free' | 'madeUp' | 'made';

/** Whether each of the names is there, by one question each, and its nameservers; suffixes that answer for every name are seen through. */
export async function resolveInBulk(names: readonly string[], means: Means): Promise<{ presence: Presence; nameservers: readonly string[] }[]> {
  const { bulkLookup, wildcards, signal } = means;
  const answers = await bulkLookup(names, 'NS', signal);
  const there = names.filter((_, at) => isThere(stateAt(answers, at)));
  const suffixes = [...new Set(there.map(suffixOf))];
  const made = suffixes.length === 0 ? [] : await wildcards(suffixes, 'NS', signal);
  const wildcardOf = new Map(suffixes.map((suffix, at) => [suffix, made[at]!]));
  return names.map((name, at) => {
    const [state, nameservers] = [stateAt(answers, at), answers.records(at)];
    if (state === 'unknown') return { presence: 'unknown', nameservers };
    if (state === 'nxdomain') return { presence: 'free', nameservers };
    const wildcard = wildcardOf.get(suffixOf(name))!;
    // Where it is not known whether the suffix answers for every name, an answer does not show that somebody made this one.
    if (wildcard.state === 'unknown') return { presence: 'unknown', nameservers };
    return { presence: isMadeUp(wildcard, state, nameservers) ? 'madeUp' : 'made', nameservers };
  });
}

/** What DNS says of one name. */
export interface DnsSeen {
  seen: Observation;
  details: Details;
}

/** Everything that DNS says of each of the names; what could not be learnt is left out. */
export async function resolveNames(names: readonly string[], means: Means): Promise<DnsSeen[]> {
  const { bulkLookup, signal } = means;
  const present = await resolveInBulk(names, means);
  const ask = (type: BulkType, prefix = '') => bulkLookup(names.map(name => `${prefix}${name}`), type, signal);
  const [a, aaaa, mx, txt, dmarc] = await Promise.all([ask('A'), ask('AAAA'), ask('MX'), ask('TXT'), ask('TXT', '_dmarc.')]);
  return present.map(({ presence, nameservers }, at) => {
    const isFound = [a, aaaa, mx, txt].some(answers => stateAt(answers, at) === 'found');
    // A name of which one question is answered is there, whatever became of the others.
    const isMade = presence === 'made' || (presence === 'unknown' && isFound);
    if (presence === 'free' || presence === 'madeUp') return { seen: isFound && presence === 'free' ? {} : nothing, details: {} };
    if (!isMade) return { seen: {}, details: {} };
    const addresses = both(linesOf(a, at), linesOf(aaaa, at));
    const policy = policyOf(linesOf(txt, at), linesOf(dmarc, at));
    const mail = linesOf(mx, at)?.map(exchangeOf).filter(exchange => exchange !== '').toSorted();
    const seen: Observation = {
      registered: ['registered'], ...(presence === 'made' ? { nameservers } : {}), ...(addresses ? { addresses } : {}), ...(mail ? { mail } : {}), ...(policy ? { senderPolicy: policy } : {}),
      // Without an address there is no website.
      ...(addresses?.length === 0 ? { site: [], parked: [], login: [], home: [] } : {}),
    };
    return { seen, details: addresses ? { addresses } : {} };
  });
}

function stateAt(answers: BulkAnswers, at: number): BulkState {
  return bulkStates[answers.states[at]!]!;
}

function isThere(state: BulkState): boolean {
  return state === 'found' || state === 'nodata';
}

function suffixOf(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}

/** The records; undefined where the probe failed. */
function linesOf(answers: BulkAnswers, at: number): readonly string[] | undefined {
  return stateAt(answers, at) === 'unknown' ? undefined : answers.records(at);
}

/** The addresses of both families; of one that failed, nothing is said unless the other has some. */
function both(a: readonly string[] | undefined, aaaa: readonly string[] | undefined): readonly string[] | undefined {
  const all = [...a ?? [], ...aaaa ?? []];
  return all.length > 0 || (a && aaaa) ? all : undefined;
}

/** `10 mx.example.net`; the null MX (RFC 7505) names no host. */
function exchangeOf(line: string): string {
  return line.slice(line.indexOf(' ') + 1).replace(/\.$/, '');
}

/** Which of SPF and DMARC are there; undefined where either lookup failed. */
function policyOf(txt: readonly string[] | undefined, dmarc: readonly string[] | undefined): string[] | undefined {
  if (!txt || !dmarc) return undefined;
  const has = (lines: readonly string[], tag: RegExp) => lines.some(line => tag.test(line));
  return [...(has(dmarc, /^"?v=DMARC1\b/i) ? ['dmarc'] : []), ...(has(txt, /^"?v=spf1\b/i) ? ['spf'] : [])];
}
