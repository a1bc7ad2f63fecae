import type { SpfNode, SpfTarget } from '../../../checks/spf/tree.ts';
import type { Dns, Failure, Lookup } from '../../../core/lookup.ts';
import type { CheckResult } from '../check/index.ts';

type Lookups = Pick<Dns, 'lookup'>;

/**
 * The DNS as the last scan of the domain saw it, as far as the evaluation of its SPF record for a stranger's server needs it; other
 * questions go to `beyond`. A stranger's address is none of those that the domain's own hosts have, and has no name that leads back to it.
 */
export function storedDns(result: CheckResult, beyond: Lookups): Lookups {
  const known = new Map<string, Lookup<readonly unknown[]>>(lookupsOf(result));
  return {
    lookup: (name, type) => {
      if (type === 'PTR') return Promise.resolve({ outcome: 'absent', nxdomain: true, via: [] });
      const lookup = known.get(`${name} ${type}`);
      return lookup ? Promise.resolve(lookup as never) : beyond.lookup(name, type);
    },
  };
}

function lookupsOf({ domain, records: { spf }, findings }: CheckResult): [question: string, lookup: Lookup<readonly unknown[]>][] {
  const texts = Array.isArray(spf['records']) ? spf['records'] as string[] : [];
  const unknown = texts.length === 0 && findings.find(({ id, state }) => id === 'spf.missing' && state === 'unknown');
  const own: Lookup<readonly unknown[]> = unknown ? failed(unknown.title) : texts.length > 0 ? foundAs(texts) : absent(false);
  const tree = spf.tree as SpfNode | null;
  return [...(tree ? lookupsBelow(tree) : []), [`${domain} TXT`, own]];
}

function lookupsBelow(node: SpfNode): [string, Lookup<readonly unknown[]>][] {
  // A node that also stands above itself adds nothing to what it said there.
  const own: [string, Lookup<readonly unknown[]>][] = node.error === 'loop' ? [] : [[`${node.domain} TXT`, lookupOf(node)]];
  return [...own, ...node.targets.flatMap(lookupsAt), ...node.children.flatMap(lookupsBelow)];
}

function lookupOf({ failed: failure, record, error, nxdomain }: SpfNode): Lookup<readonly string[]> {
  if (failure) return failure;
  if (record !== null) return foundAs([record]);
  return error === 'multiple' ? foundAs(['v=spf1', 'v=spf1']) : absent(nxdomain);
}

function lookupsAt({ name, type, outcome, nxdomain, count, failed: failure }: SpfTarget): [string, Lookup<readonly unknown[]>][] {
  if (name === null || type === 'TXT' || outcome === 'dynamic') return [];
  const mailHosts = Array.from({ length: count }, () => ({ preference: 0, exchange: '' }));
  const lookup = failure ?? (outcome === 'void' ? absent(nxdomain) : foundAs<unknown>(type === 'MX' ? mailHosts : []));
  return [[`${name} ${type}`, lookup]];
}

function foundAs<T>(value: readonly T[]): Lookup<readonly T[]> {
  return { outcome: 'found', value, via: [], ttlSeconds: 0 };
}

function absent(nxdomain: boolean): Lookup<never> {
  return { outcome: 'absent', nxdomain, via: [] };
}

function failed(cause: string): Failure {
  return { outcome: 'failed', kind: 'servfail', cause };
}
