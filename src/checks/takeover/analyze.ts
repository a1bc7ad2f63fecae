import { isWithin } from '../../core/domain-name.ts';
import { severities, type Finding, type Severity } from '../../core/finding.ts';
import { MAX_SHOWN } from '../evidence.ts';
import type { NameSeen, TakeoverFacts } from './collect.ts';
import { serviceNamed } from './match.ts';
import { rules } from './rules.ts';

/** What one name is in danger of: `register` concerns the domain that it leads to, the others the name itself. */
export interface Danger {
  name: string;
  kind: 'register' | Trouble;
  evidence: string;
}
type Trouble = 'claim' | 'maybeClaim' | 'dangling' | 'unused' | 'broken';

const troubles: Readonly<Record<Trouble, { severity: Severity; title: (name: string) => string }>> = {
  claim: { severity: 'critical', title: name => `Anybody can take over ${name} at the service that it leads to` },
  maybeClaim: { severity: 'high', title: name => `Others may be able to take over ${name} at the service that it leads to` },
  dangling: { severity: 'high', title: name => `${name} leads to a host that does not exist` },
  unused: { severity: 'medium', title: name => `${name} leads to a service that does not know it` },
  broken: { severity: 'low', title: name => `${name} leads to a name of the domain that does not exist` },
};

/** Judges where the names lead; what failed is unknown unless something worse is certain. */
export function analyzeTakeover(facts: TakeoverFacts): Finding[] {
  const dangers = dangersOf(facts);
  const free = dangers.filter(({ kind }) => kind === 'register');
  const unknown = [...facts.failed.map(({ cause }) => cause), ...facts.targets.filter(({ availability }) => availability === 'unknown').map(({ domain }) => `registration of ${domain}`)][0];
  return [
    judgeNames(dangers, facts),
    free.length > 0 ? rules.domain.fail(shown(free)) : unknown === undefined ? rules.domain.pass() : rules.domain.unknown(unknown),
  ];
}

function judgeNames(dangers: readonly Danger[], { names, failed }: TakeoverFacts): Finding {
  const own = dangers.flatMap(danger => (danger.kind === 'register' ? [] : [{ ...danger, trouble: troubles[danger.kind] }]))
    .toSorted((a, b) => severities.indexOf(a.trouble.severity) - severities.indexOf(b.trouble.severity));
  const [worst] = own;
  const unread = [...failed.map(({ cause }) => cause), ...names.flatMap(({ page }) => (page && 'failed' in page ? [page.failed] : []))];
  if (worst === undefined) return unread.length > 0 ? rules.cname.unknown(unread[0]!) : rules.cname.pass(names.slice(0, MAX_SHOWN).map(describe));
  const more = own.filter(({ kind }) => kind === worst.kind).length - 1;
  const { severity, title } = worst.trouble;
  return rules.cname.fail(shown(own), { severity, title: title(more > 0 ? `${worst.name} (and ${more} more)` : worst.name) });
}

function shown(dangers: readonly Danger[]): string[] {
  return dangers.slice(0, MAX_SHOWN).map(({ evidence }) => evidence);
}

/** The names in danger, in the order in which they were asked for. */
export function dangersOf({ domain, names, targets }: TakeoverFacts): Danger[] {
  return names.flatMap(seen => {
    const kind = kindOf(seen, domain, target => targets.find(one => isWithin(target, one.domain))?.availability);
    return kind === null ? [] : [{ name: seen.name, kind, evidence: describe(seen) }];
  });
}

function kindOf({ via, end, service: serviceName, page }: NameSeen, domain: string, availabilityOf: (target: string) => string | undefined): Danger['kind'] | null {
  const service = serviceName === null ? null : serviceNamed(serviceName);
  const byService = { yes: 'claim', sometimes: 'maybeClaim', no: 'unused' } as const;
  if (page && 'unclaimed' in page) return page.unclaimed !== null && service ? byService[service.claimable] : null;
  if (end !== 'nxdomain' || via.length === 0) return null;
  const target = via.at(-1)!;
  if (isWithin(target, domain)) return 'broken';
  if (availabilityOf(target) === 'free') return 'register';
  return service?.nxdomain ? byService[service.claimable] : 'dangling';
}

/** The names at a service whose page was not visited, because there are so many: whether it is claimed is not known. */
export function unvisitedNames({ names }: TakeoverFacts): string[] {
  return names.filter(({ end, service, page }) => end === 'addresses' && page === null && service !== null && serviceNamed(service)?.pages).map(({ name }) => name);
}

/** The names of which not everything could be read: what they are in danger of is not known. */
export function unreadNames({ names, targets, failed }: TakeoverFacts): string[] {
  const open = targets.filter(({ availability }) => availability === 'unknown');
  const leading = names.filter(({ via, end, page }) => (page && 'failed' in page) || (end === 'nxdomain' && open.some(({ domain }) => isWithin(via.at(-1) ?? '', domain))));
  return [...failed, ...leading].map(({ name }) => name);
}

const ends: Readonly<Record<NameSeen['end'], string>> = { addresses: '', nothing: ', which has no address', nxdomain: ', which does not exist' };

function describe({ name, via, end, service, page }: NameSeen): string {
  const at = service === null ? '' : ` (${service})`;
  const says = page && 'unclaimed' in page && page.unclaimed !== null ? `, where the page says: ${page.unclaimed}` : '';
  return via.length === 0 ? `${name} is at the address of a service${at}${says}` : `${name} leads to ${via.join(', ')}${at}${ends[end]}${says}`;
}
