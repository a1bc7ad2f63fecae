import { nodesOf, type SpfNode } from '../../../checks/spf/tree.ts';
import { certificateSources } from '../../../core/outside/name-stream.ts';
import { isWithin } from '../../../core/domain-name.ts';
import type { CheckResult } from '../check/index.ts';

export const nameSources = ['mx', 'ns', 'spf', 'alias', 'srv', 'certificate', 'web', 'mail', 'wordlist', 'zoneWalk', ...certificateSources] as const;
/** Where a name was seen. */
export type NameSource = (typeof nameSources)[number];

/** A name below a domain, and where it leads as far as that was looked up. */
export interface SeenName {
  name: string;
  /** Null for a name that was only looked up again. */
  source: NameSource | null;
  addresses?: readonly string[];
  target?: string | null;
}

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const MAX_CHARACTERS = 253;

/**
 * `name` in lower case where it is a host name below `domain`; a wildcard stands for the name that it is below.
 * Null for others: names of records, such as `_dmarc`, are none.
 */
export function hostBelow(name: string, domain: string): string | null {
  const host = name.toLowerCase().replace(/\.$/, '').replace(/^\*\./, '');
  if (host === domain || host.length > MAX_CHARACTERS || !isWithin(host, domain)) return null;
  return host.split('.').every(label => LABEL.test(label)) ? host : null;
}

/** The names below the domain that its own records and certificates tell. */
export function namesIn({ domain, records }: CheckResult): SeenName[] {
  const { mx, nameservers, soa, spf, dkim, bimi, mtaSts, tls, smtp, web } = records;
  const named: [NameSource, readonly (string | null | undefined)[]][] = [
    ['mx', mx.records.map(({ exchange }) => exchange)],
    ['ns', [...nameservers.nameservers.map(({ nameserver }) => nameserver), soa.mname]],
    ['spf', spf.tree ? nodesOf(spf.tree as SpfNode).flatMap(({ domain: at, targets }) => [at, ...targets.map(({ name }) => name)]) : []],
    ['alias', Object.values(dkim.selectors).map(({ via }) => via)],
    ['certificate', [...tls.certificate?.['names'] as string[] | undefined ?? [], ...smtp.hosts.flatMap(({ certificate }) => certificate?.names ?? [])]],
    ['web', [tls.host, hostOf(web.url), hostOf(web.redirect)]],
    ['mail', [mtaSts.record === null ? null : `mta-sts.${domain}`, hostOf(bimi['location']), hostOf(bimi['authority'])]],
  ];
  return named.flatMap(([source, names]) => {
    const hosts = names.flatMap(name => (name ? hostBelow(name, domain) ?? [] : []));
    return [...new Set(hosts)].map(name => ({ name, source }));
  });
}

function hostOf(url: unknown): string | null {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : null;
}
