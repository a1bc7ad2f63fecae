import { isWithin, openDomain } from '../../core/domain-name.ts';
import { describeFailure } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { availabilityOf, lookupNameStatus } from '../registration/index.ts';
import { leadsTo } from '../web/index.ts';
import { serviceAt, serviceOf, unclaimedWords } from './match.ts';
import type { HostedService } from './services.ts';

/** Where the usual names of the domain lead. */
export interface TakeoverFacts {
  domain: string;
  /** Names that lead to another one, or to a service of the catalogue. */
  names: readonly NameSeen[];
  /** Registered names that targets lie below which do not exist, and whether anybody may register them. */
  targets: readonly { domain: string; availability: 'free' | 'asleep' | 'taken' | 'unknown' }[];
  /** Names of which the lookup failed, and why. */
  failed: readonly { name: string; cause: string }[];
}

/** One name, and what is at its end. */
export interface NameSeen {
  name: string;
  /** The names that its alias leads to, in order; none where it has an address of its own. */
  via: readonly string[];
  end: 'addresses' | 'nothing' | 'nxdomain';
  /** Of the catalogue, by name. */
  service: string | null;
  /** What was found on the page of that name; null where it was not visited. */
  page: { unclaimed: string | null } | { failed: string } | null;
}

/** Below the domain; found by people who try names, and forgotten most easily. */
export const COMMON_NAMES = [
  'www', 'autodiscover', 'mail', 'ftp', 'blog', 'shop', 'app', 'dev', 'staging', 'api', 'status', 'docs', 'help', 'support', 'cdn', 'm',
] as const;

const MAX_PAGES = 10;
const MAX_TARGETS = 4;
const MAX_PAGE_BYTES = 65_536;

/** Asks for the addresses of all names at once, which tells their aliases as well, and reads the pages of those at a known service. */
export async function collectTakeover(context: CollectContext): Promise<TakeoverFacts> {
  const { domain, dns } = context;
  const lookups = await Promise.all([domain, ...COMMON_NAMES.map(label => `${label}.${domain}`)].map(async name => ({ name, lookup: await dns.lookup(name, 'A') })));
  const failed = lookups.flatMap(({ name, lookup }) => (lookup.outcome === 'failed' ? [{ name, cause: describeFailure('A', name, lookup) }] : []));
  const leading = lookups.flatMap(({ name, lookup }) => {
    if (lookup.outcome === 'failed') return [];
    const service = serviceOf(lookup.via) ?? (lookup.outcome === 'found' ? serviceAt(lookup.value) : null);
    const end = lookup.outcome === 'found' ? 'addresses' as const : lookup.nxdomain ? 'nxdomain' as const : 'nothing' as const;
    return lookup.via.length > 0 || service ? [{ name, via: lookup.via, end, service }] : [];
  });
  const [names, targets] = await Promise.all([readPages(leading, context), lookupTargets(leading, context)]);
  return { domain, names, targets, failed };
}

interface Leading extends Pick<NameSeen, 'name' | 'via' | 'end'> {
  service: HostedService | null;
}

function readPages(leading: readonly Leading[], context: CollectContext): Promise<NameSeen[]> {
  const telling = new Set(leading.filter(({ end, service }) => end === 'addresses' && service?.pages).slice(0, MAX_PAGES));
  return Promise.all(leading.map(async one => ({
    ...one,
    service: one.service?.name ?? null,
    page: telling.has(one) ? await readPage(one.name, one.service!, context) : null,
  })));
}

/** Plain http first: a service has no certificate for a name that nobody claims. The words on the page matter, not who sent them. */
async function readPage(name: string, service: HostedService, { web, signal }: CollectContext): Promise<NameSeen['page']> {
  const plain = await web.visit(`http://${name}/`, { maxBytes: MAX_PAGE_BYTES, signal });
  const isConclusive = plain.outcome === 'answered' && (leadsTo(plain)?.protocol !== 'https:' || unclaimedWords(service, plain.body) !== null);
  const reply = isConclusive ? plain : await web.visit(`https://${name}/`, { maxBytes: MAX_PAGE_BYTES, signal });
  return reply.outcome === 'failed' ? { failed: reply.cause } : { unclaimed: unclaimedWords(service, reply.body) };
}

async function lookupTargets(leading: readonly Leading[], context: CollectContext): Promise<TakeoverFacts['targets']> {
  const lost = leading.filter(({ end }) => end === 'nxdomain').map(({ via }) => via.at(-1)!).filter(target => !isWithin(target, context.domain));
  const registered = new Set(lost.flatMap(target => openDomain(target) ?? []));
  return Promise.all([...registered].slice(0, MAX_TARGETS).map(async domain => ({ domain, availability: availabilityOf(await lookupNameStatus(domain, context)) })));
}
