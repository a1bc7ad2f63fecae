import { registeredDomain } from '../../core/domain-name.ts';
import type { Look } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';
import { found } from '../looks.ts';
import { exchangesOf, lookUpExchanges } from '../mx/index.ts';
import type { inferSelectors } from '../providers/index.ts';
import { lookUpStanding, type Standing } from '../registration/index.ts';

/** Names the selectors that the domain's mail hosts and senders are known to use, most likely first. */
type InferSelectors = typeof inferSelectors;

/** What was seen at one selector. */
export interface SelectorFacts {
  selector: string;
  /** `<selector>._domainkey.<domain>` (RFC 6376 §3.6.2.1). */
  name: string;
  source: 'common' | 'inferred';
  /** Why an inferred selector was tried. */
  because: string | null;
  look: Look<readonly string[]>;
}

/** What selectors that may be in use hold, and one that cannot be. */
export interface DkimFacts {
  domain: string;
  /** The answer for a selector that nobody can have set up by hand. */
  wildcard: { selector: string; name: string; look: Look<readonly string[]> };
  selectors: readonly SelectorFacts[];
  /** How the names stand under which the dead targets of selectors are registered. */
  standings: readonly Standing[];
}

const commonSelectors = ['default', 'google', 'selector1', 'selector2'] as const;
const MAX_INFERRED = 6;
const MAX_STANDINGS = 2;

/** Asks for the common selectors and a random one at once, and for inferred ones as soon as MX and SPF are known. */
export async function collectDkim(looking: Looking, inferSelectors: InferSelectors): Promise<DkimFacts> {
  const { domain, dns, random } = looking;
  const nameOf = (selector: string) => `${selector}._domainkey.${domain}`;
  const ask = async (selector: string, source: SelectorFacts['source'], because: string | null): Promise<SelectorFacts> =>
    ({ selector, name: nameOf(selector), source, because, look: await dns.look(nameOf(selector), 'TXT') });
  const madeUp = randomSelector(random);
  const wildcard = dns.look(nameOf(madeUp), 'TXT');
  const common = commonSelectors.map(selector => ask(selector, 'common', null));
  const inferred = (await inferredSelectors(looking, inferSelectors)).map(({ selector, because }) => ask(selector, 'inferred', because));
  const selectors = await Promise.all([...common, ...inferred]);
  const lost = selectors.flatMap(({ look }) => deadTargetOf(look) ?? []).map(registeredDomain).filter(name => name !== null && name !== registeredDomain(domain));
  const standings = [...new Set(lost)].slice(0, MAX_STANDINGS).map(name => lookUpStanding(name!, looking));
  return { domain, wildcard: { selector: madeUp, name: nameOf(madeUp), look: await wildcard }, selectors, standings: await Promise.all(standings) };
}

/** The name that an alias leads to and that does not exist; null where the answer is another. */
export function deadTargetOf(look: Look<readonly string[]>): string | null {
  return look.outcome === 'absent' && look.nxdomain ? look.via.at(-1) ?? null : null;
}

async function inferredSelectors(looking: Looking, inferSelectors: InferSelectors) {
  const [mx, spf] = await Promise.all([lookUpExchanges(looking), looking.facts('spf')]);
  const guesses = inferSelectors({
    mxHosts: exchangesOf(mx.look).map(({ exchange }) => exchange),
    spfHosts: spf.audit?.hosts ?? [],
    txt: found(spf.txt),
  });
  const common: readonly string[] = commonSelectors;
  const further = guesses.filter(({ selector }, at) => !common.includes(selector) && guesses.findIndex(guess => guess.selector === selector) === at);
  return further.slice(0, MAX_INFERRED);
}

function randomSelector(random: () => number): string {
  const letters = Array.from({ length: 12 }, () => Math.floor(random() * 36).toString(36));
  return `probe-${letters.join('')}`;
}
