import type { LabDomain, LabServer, World } from '../types.ts';

const standardServers = ['ns1.lab-dns.net', 'ns2.lab-dns.net'];

/** A small world for tests: signed is false and the servers are those of the lab unless a domain says otherwise. */
export function worldOf(domains: readonly (Partial<LabDomain> & { name: string })[]): World {
  const full = domains.map((domain): LabDomain => ({
    says: '', shows: [], signed: false, servers: standardServers, ds: 'right', records: '', faults: [], pages: [], mailServers: [], registration: null, ...domain,
  }));
  const names = new Set(full.flatMap(({ servers }) => servers));
  return { domains: full, servers: [...names].map(serverNumbered) };
}

/** Servers in different networks, so that a domain of two is well spread. */
function serverNumbered(name: string, i: number): LabServer {
  return { name, addresses: [`45.54.${i + 1}.53`, `2a0e:b100:${(i + 1).toString(16)}::53`] };
}
