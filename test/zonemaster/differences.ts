/** Where our verdict is another than Zonemaster's, and why: per reason the tags that differ, by test case and scenario. */
export interface Difference {
  /** A sentence without a full stop. */
  because: string;
  tags: Readonly<Record<string, readonly string[]>>;
}

export const differences: readonly Difference[] = [
  {
    because: 'Where every server above fails, nothing is said of the domain: unknown is not missing',
    tags: each(['B01_NO_CHILD'], ['basic01 NO-CHLD-NO-PAR-1']),
  },
  { because: 'The root is no domain name that can be checked', tags: each(['B01_CHILD_FOUND'], ['basic01 ROOT-ZONE']) },
  {
    because: 'Addresses given along for names in another zone count for an undelegated test; a resolver and the check ask that other zone',
    tags: {
      'basic02 GOOD-UNDEL-7': ['B02_AUTH_RESPONSE_SOA', 'B02_NS_NO_IP_ADDR'],
      'basic02 GOOD-UNDEL-9': ['B02_AUTH_RESPONSE_SOA', 'B02_NS_NO_RESPONSE'],
    },
  },
  {
    because: 'One good server is enough for Basic02; `ns.lame` asks every server to hold the zone, and three of four do not',
    tags: each(['B02_AUTH_RESPONSE_SOA'], ['basic02 MIXED-1']),
  },
  {
    because: 'One server has no SOA record and the name of the other is denied, because the data have its records under the first name; '
      + 'the servers above answer with authority, so that no referral shows addresses',
    tags: each(['ADDRESSES_MATCH', 'CHILD_NS_FAILED', 'CHILD_ZONE_LAME'], ['consistency05 ADDRESSES-MATCH-6']),
  },
  {
    because: 'Nobody answers at the wrong address that the parent zone gives, which `ns.unreachable` tells beside `ns.glue`',
    tags: each(['CHILD_ZONE_LAME', 'NO_RESPONSE'], ['consistency05 OOB-ADDR-MISMATCH']),
  },
  {
    because: 'Addresses that IANA keeps apart for AS112 and NAT64 can be reached, and still are no place for a nameserver of a domain',
    tags: each(['A01_GLOBALLY_REACHABLE_ADDR'], ['address01 GOOD-1']),
  },
  {
    because: 'A single nameserver fails `ns.count`; networks are compared where there are two',
    tags: { 'connectivity04 IPV4-SINGLE-NS-1': ['CN04_IPV4_SINGLE_PREFIX'], 'connectivity04 IPV6-SINGLE-NS-1': ['CN04_IPV6_SINGLE_PREFIX'] },
  },
];

function each(tags: readonly string[], scenarios: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(scenarios.map(name => [name, tags]));
}
