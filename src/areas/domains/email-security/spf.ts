import type { SpfNode, SpfTarget } from '../../../checks/spf/tree.ts';
import type { Dns, Failure, Look } from '../../../core/lookup.ts';
import type { CheckResult } from '../check/index.ts';

type Looks = Pick<Dns, 'look'>;

/**
 * The DNS as the last look at the domain saw it, as far as the evaluation of its SPF record for a stranger's server needs it; other
 * questions go to `beyond`. A stranger's address is none of those that the domain's own hosts have, and has no name that leads back to it.
 */
export function storedDns(result: CheckResult, beyond: Looks): Looks {
  const known = new Map<string, Look<readonly unknown[]>>(looksOf(result));
  return {
    look: (name, type) => {
      if (type === 'PTR') return Promise.resolve({ outcome: 'absent', nxdomain: true, via: [] });
      const look = known.get(`${name} ${type}`);
      return look ? Promise.resolve(look as never) : beyond.look(name, type);
    },
  };
}

function looksOf({ domain, records: { spf }, findings }: CheckResult): [question: string, look: Look<readonly unknown[]>][] {
  const texts = Array.isArray(spf['records']) ? spf['records'] as string[] : [];
  const untold = texts.length === 0 && findings.find(({ id, state }) => id === 'spf.missing' && state === 'unknown');
  const own: Look<readonly unknown[]> = untold ? failed(untold.title) : texts.length > 0 ? foundAs(texts) : absent(false);
  const tree = spf.tree as SpfNode | null;
  return [...(tree ? looksBelow(tree) : []), [`${domain} TXT`, own]];
}

function looksBelow(node: SpfNode): [string, Look<readonly unknown[]>][] {
  // A node that stands above itself tells nothing that was not told there.
  const own: [string, Look<readonly unknown[]>][] = node.error === 'loop' ? [] : [[`${node.domain} TXT`, lookOf(node)]];
  return [...own, ...node.targets.flatMap(looksAt), ...node.children.flatMap(looksBelow)];
}

function lookOf({ failed: failure, record, error, nxdomain }: SpfNode): Look<readonly string[]> {
  if (failure) return failure;
  if (record !== null) return foundAs([record]);
  return error === 'multiple' ? foundAs(['v=spf1', 'v=spf1']) : absent(nxdomain);
}

function looksAt({ name, type, outcome, nxdomain, count, failed: failure }: SpfTarget): [string, Look<readonly unknown[]>][] {
  if (name === null || type === 'TXT' || outcome === 'dynamic') return [];
  const mailHosts = Array.from({ length: count }, () => ({ preference: 0, exchange: '' }));
  const look = failure ?? (outcome === 'void' ? absent(nxdomain) : foundAs<unknown>(type === 'MX' ? mailHosts : []));
  return [[`${name} ${type}`, look]];
}

function foundAs<T>(value: readonly T[]): Look<readonly T[]> {
  return { outcome: 'found', value, via: [], ttlSeconds: 0 };
}

function absent(nxdomain: boolean): Look<never> {
  return { outcome: 'absent', nxdomain, via: [] };
}

function failed(cause: string): Failure {
  return { outcome: 'failed', kind: 'servfail', cause };
}
