import { isWithin, registeredDomain } from '../../core/domain-name.ts';
import { describeFailure } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';
import { freedomOf, lookUpStanding } from '../registration/index.ts';
import { leadsTo } from '../web/index.ts';
import { serviceAt, serviceOf, unclaimedWords } from './match.ts';
import type { HostedService } from './services.ts';

/** Where the usual names of the domain lead. */
export interface TakeoverFacts {
  domain: string;
  /** Names that lead to another one, or to a service of the catalogue. */
  names: readonly NameSeen[];
  /** Registered names that targets lie below which do not exist, and whether anybody may register them. */
  targets: readonly { domain: string; freedom: 'free' | 'asleep' | 'taken' | 'unknown' }[];
  /** Looks that failed. */
  failed: readonly string[];
}

/** One name, and what is at its end. */
export interface NameSeen {
  name: string;
  /** The names that its alias leads to, in order; none where it has an address of its own. */
  via: readonly string[];
  end: 'addresses' | 'nothing' | 'nxdomain';
  /** Of the catalogue, by name. */
  service: string | null;
  /** What was found on the page of that name; null where nobody looked. */
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
export async function collectTakeover(looking: Looking): Promise<TakeoverFacts> {
  const { domain, dns } = looking;
  const looks = await Promise.all([domain, ...COMMON_NAMES.map(label => `${label}.${domain}`)].map(async name => ({ name, look: await dns.look(name, 'A') })));
  const failed = looks.flatMap(({ name, look }) => (look.outcome === 'failed' ? [describeFailure('A', name, look)] : []));
  const leading = looks.flatMap(({ name, look }) => {
    if (look.outcome === 'failed') return [];
    const service = serviceOf(look.via) ?? (look.outcome === 'found' ? serviceAt(look.value) : null);
    const end = look.outcome === 'found' ? 'addresses' as const : look.nxdomain ? 'nxdomain' as const : 'nothing' as const;
    return look.via.length > 0 || service ? [{ name, via: look.via, end, service }] : [];
  });
  const [names, targets] = await Promise.all([readPages(leading, looking), lookUpTargets(leading, looking)]);
  return { domain, names, targets, failed };
}

interface Leading extends Pick<NameSeen, 'name' | 'via' | 'end'> {
  service: HostedService | null;
}

function readPages(leading: readonly Leading[], looking: Looking): Promise<NameSeen[]> {
  const telling = new Set(leading.filter(({ end, service }) => end === 'addresses' && service?.pages).slice(0, MAX_PAGES));
  return Promise.all(leading.map(async one => ({
    ...one,
    service: one.service?.name ?? null,
    page: telling.has(one) ? await readPage(one.name, one.service!, looking) : null,
  })));
}

/** Plain http first: a service has no certificate for a name that nobody claims. The words on the page matter, not who sent them. */
async function readPage(name: string, service: HostedService, { web, signal }: Looking): Promise<NameSeen['page']> {
  const plain = await web.visit(`http://${name}/`, { maxBytes: MAX_PAGE_BYTES, signal });
  const told = plain.outcome === 'answered' && (leadsTo(plain)?.protocol !== 'https:' || unclaimedWords(service, plain.body) !== null);
  const reply = told ? plain : await web.visit(`https://${name}/`, { maxBytes: MAX_PAGE_BYTES, signal });
  return reply.outcome === 'failed' ? { failed: reply.cause } : { unclaimed: unclaimedWords(service, reply.body) };
}

async function lookUpTargets(leading: readonly Leading[], looking: Looking): Promise<TakeoverFacts['targets']> {
  const lost = leading.filter(({ end }) => end === 'nxdomain').map(({ via }) => via.at(-1)!).filter(target => !isWithin(target, looking.domain));
  const registered = new Set(lost.flatMap(target => registeredDomain(target) ?? []));
  return Promise.all([...registered].slice(0, MAX_TARGETS).map(async domain => ({ domain, freedom: freedomOf(await lookUpStanding(domain, looking)) })));
}
