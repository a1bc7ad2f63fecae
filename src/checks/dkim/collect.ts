import { openDomain, registeredDomain } from '../../core/domain-name.ts';
import type { Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import type { Finding } from '../../core/finding.ts';
import { published } from '../fixes.ts';
import { found } from '../lookups.ts';
import { exchangesOf, lookupExchanges } from '../mx/index.ts';
import type { inferSelectors } from '../providers/index.ts';
import { lookupNameStatus, type NameStatus } from '../registration/index.ts';

/** Names the selectors that the domain's mail hosts and senders are known to use, most likely first. */
type InferSelectors = typeof inferSelectors;

/** What was seen at one selector. */
export interface SelectorFacts {
  selector: string;
  /** `<selector>._domainkey.<domain>` (RFC 6376 §3.6.2.1). */
  name: string;
  source: 'common' | 'chosen' | 'inferred';
  /** Why an inferred selector was tried. */
  because: string | null;
  lookup: Lookup<readonly string[]>;
}

/** What selectors that may be in use hold, and one that cannot be. */
export interface DkimFacts {
  domain: string;
  /** The answer for a selector that nobody can have set up by hand. */
  wildcard: { selector: string; name: string; lookup: Lookup<readonly string[]> };
  selectors: readonly SelectorFacts[];
  /** How the names stand under which the dead targets of selectors are registered. */
  nameStatuses: readonly NameStatus[];
}

const commonSelectors = ['default', 'google', 'selector1', 'selector2'] as const;
/** Selectors besides the common ones, those that the owner has chosen first: each is a question. */
export const MAX_FURTHER = 6;
const MAX_NAME_CHARACTERS = 253;
const MAX_NAME_STATUSES = 2;

/** Asks for the common selectors, those that the owner has chosen and a random one at once, and for inferred ones as soon as MX and SPF are known. */
export async function collectDkim(context: CollectContext, inferSelectors: InferSelectors): Promise<DkimFacts> {
  const { domain, dns, random, dkimSelectors = [] } = context;
  const nameOf = (selector: string) => `${selector}._domainkey.${domain}`;
  const ask = async (selector: string, source: SelectorFacts['source'], because: string | null): Promise<SelectorFacts> =>
    ({ selector, name: nameOf(selector), source, because, lookup: await dns.lookup(nameOf(selector), 'TXT') });
  const madeUp = randomSelector(random);
  const wildcard = dns.lookup(nameOf(madeUp), 'TXT');
  const common = commonSelectors.map(selector => ask(selector, 'common', null));
  const chosen = dkimSelectors.filter(selector => !isCommon(selector) && nameOf(selector).length <= MAX_NAME_CHARACTERS).slice(0, MAX_FURTHER);
  const asked = chosen.map(selector => ask(selector, 'chosen', null));
  const guesses = (await inferredSelectors(context, inferSelectors)).filter(({ selector }) => !chosen.includes(selector)).slice(0, MAX_FURTHER - chosen.length);
  const inferred = guesses.map(({ selector, because }) => ask(selector, 'inferred', because));
  const selectors = await Promise.all([...common, ...asked, ...inferred]);
  const lost = selectors.flatMap(({ lookup }) => deadTargetOf(lookup) ?? []).map(openDomain).filter(name => name !== null && name !== registeredDomain(domain));
  const nameStatuses = [...new Set(lost)].slice(0, MAX_NAME_STATUSES).map(name => lookupNameStatus(name!, context));
  return { domain, wildcard: { selector: madeUp, name: nameOf(madeUp), lookup: await wildcard }, selectors, nameStatuses: await Promise.all(nameStatuses) };
}

/** The facts had the owner published what `finding` offers. */
export function carryOutFix(facts: DkimFacts, { fix }: Finding): DkimFacts {
  const record = fix?.record;
  if (!record) return facts;
  return { ...facts, selectors: facts.selectors.map(seen => ({ ...seen, lookup: published(record, seen.name, seen.lookup, () => true) })) };
}

/** The name that an alias leads to and that does not exist; null where the answer is another. */
export function deadTargetOf(lookup: Lookup<readonly string[]>): string | null {
  return lookup.outcome === 'absent' && lookup.nxdomain ? lookup.via.at(-1) ?? null : null;
}

async function inferredSelectors(context: CollectContext, inferSelectors: InferSelectors) {
  const [mx, spf] = await Promise.all([lookupExchanges(context), context.facts('spf')]);
  const guesses = inferSelectors({
    mxHosts: exchangesOf(mx.lookup).map(({ exchange }) => exchange),
    spfHosts: spf.audit?.hosts ?? [],
    txt: found(spf.txt),
  });
  return guesses.filter(({ selector }, at) => !isCommon(selector) && guesses.findIndex(guess => guess.selector === selector) === at);
}

function isCommon(selector: string): boolean {
  return (commonSelectors as readonly string[]).includes(selector);
}

function randomSelector(random: () => number): string {
  const letters = Array.from({ length: 12 }, () => Math.floor(random() * 36).toString(36));
  return `probe-${letters.join('')}`;
}
