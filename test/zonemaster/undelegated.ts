import type { PretendedDelegation } from '../../lab/dns/foreign.ts';

/**
 * The nameservers that the recorded commands give to undelegated tests (`--ns name/address`), as name and addresses.
 * From the folder README.md and test-zones-output.md of each test case, Zonemaster v2025.2.
 */
const given: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'child.parent.good-undel-1.basic01.xa': { 'ns3-undelegated-child.basic01.xa': [], 'ns4-undelegated-child.basic01.xa': [] },
  'child.parent.good-mixed-undel-1.basic01.xa': { 'ns3-undelegated-child.basic01.xa': [], 'ns4-undelegated-child.basic01.xa': [] },
  'child.parent.good-mixed-undel-2.basic01.xa': { 'ns3-undelegated-child.basic01.xa': [], 'ns4-undelegated-child.basic01.xa': [] },
  'child.parent.no-del-undel-1.basic01.xa': { 'ns3-undelegated-child.basic01.xa': [], 'ns4-undelegated-child.basic01.xa': [] },
  'child.parent.no-del-mixed-undel-1.basic01.xa': { 'ns3-undelegated-child.basic01.xa': [], 'ns4-undelegated-child.basic01.xa': [] },
  'child.w.x.parent.y.z.no-del-mixed-undel-2.basic01.xa': {
    'ns3-undelegated-child.basic01.xa': [],
    'ns4-undelegated-child.basic01.xa': [],
  },
  'child.parent.no-del-undel-no-par-1.basic01.xa': { 'ns3-undelegated-child.basic01.xa': [], 'ns4-undelegated-child.basic01.xa': [] },
  'child.parent.no-del-undel-par-und-1.basic01.xa': { 'ns3-undelegated-child.basic01.xa': [], 'ns4-undelegated-child.basic01.xa': [] },
  'good-undel-1.basic02.xa': { 'ns1.good-undel-1.basic02.xa': pair(12, 2, 31), 'ns2.good-undel-1.basic02.xa': pair(12, 2, 32) },
  'good-undel-2.basic02.xa': { 'ns1.good-undel-2.basic02.xb': [], 'ns2.good-undel-2.basic02.xb': [] },
  'good-undel-3.basic02.xa': { 'ns3.good-undel-3.basic02.xb': [], 'ns4.good-undel-3.basic02.xb': [] },
  'good-undel-4.basic02.xa': { 'ns1.good-undel-4.basic02.xb': [], 'ns2.good-undel-4.basic02.xb': [] },
  'good-undel-5.basic02.xa': { 'ns1.good-undel-5.basic02.xa': pair(12, 2, 31), 'ns2.good-undel-5.basic02.xa': pair(12, 2, 32) },
  'good-undel-6.basic02.xa': { 'ns3.good-undel-6.basic02.xa': pair(12, 2, 33), 'ns4.good-undel-6.basic02.xa': pair(12, 2, 34) },
  'good-undel-7.basic02.xa': {
    'ns3.good-undel-7.basic02.xb': pair(12, 2, 33),
    'ns4.good-undel-7.basic02.xb': ['127.12.2.34'],
    'ns5.good-undel-7.basic02.xb': ['fda1:b2:c3:0:127:12:2:34'],
  },
  'good-undel-8.basic02.xa': { 'dns1.good-undel-8.basic02.xa': pair(12, 2, 33), 'dns2.good-undel-8.basic02.xa': pair(12, 2, 34) },
  'good-undel-9.basic02.xa': { 'dns1.good-undel-9.basic02.xb': pair(12, 2, 33), 'dns2.good-undel-9.basic02.xb': pair(12, 2, 34) },
  'good-undel-10.basic02.xa': { 'ns3.good-undel-10.basic02.xb': pair(12, 2, 33), 'ns4.good-undel-10.basic02.xb': pair(12, 2, 34) },
  'good-undel-11.basic02.xa': { 'ns3.good-undel-11.basic02.xb': [], 'ns4.good-undel-11.basic02.xb': [] },
  'ns-no-ip-undel-1.basic02.xa': { 'ns1.ns-no-ip-undel-1.basic02.xa': [], 'ns2.ns-no-ip-undel-1.basic02.xa': [] },
  'ns-no-ip-undel-2.basic02.xa': { 'ns1.ns-no-ip-undel-2.basic02.xb': [], 'ns2.ns-no-ip-undel-2.basic02.xb': [] },
  'addr-match-del-undel-1.consistency05.xa': {
    'ns3.addr-match-del-undel-1.consistency05.xa': pair(14, 5, 33), 'ns4.addr-match-del-undel-1.consistency05.xa': pair(14, 5, 34),
  },
  'addr-match-del-undel-2.consistency05.xa': {
    'ns3.addr-match-del-undel-2.consistency05.xb': [],
    'ns4.addr-match-del-undel-2.consistency05.xb': [],
  },
  'addr-match-no-del-undel-1.consistency05.xa': {
    'ns1.addr-match-no-del-undel-1.consistency05.xa': pair(14, 5, 31), 'ns2.addr-match-no-del-undel-1.consistency05.xa': pair(14, 5, 32),
  },
  'addr-match-no-del-undel-2.consistency05.xa': {
    'ns3.addr-match-no-del-undel-2.consistency05.xb': [],
    'ns4.addr-match-no-del-undel-2.consistency05.xb': [],
  },
  'mult-soa-mnames-no-del-undel-1.consistency06.xa': {
    'ns1.mult-soa-mnames-no-del-undel-1.consistency06.xa': pair(14, 6, 31), 'ns2.mult-soa-mnames-no-del-undel-1.consistency06.xa': pair(14, 6, 32),
  },
  'mult-soa-mnames-no-del-undel-2.consistency06.xa': {
    'ns3.mult-soa-mnames-no-del-undel-2.consistency06.xb': [],
    'ns4.mult-soa-mnames-no-del-undel-2.consistency06.xb': [],
  },
  'child-non-distinct-und.delegation02.xa': {
    'ns1a.child-non-distinct-und.delegation02.xa': pair(16, 2, 31), 'ns1b.child-non-distinct-und.delegation02.xa': pair(16, 2, 32),
  },
  'del-non-distinct-und.delegation02.xa': {
    'ns1a.del-non-distinct-und.delegation02.xa': pair(16, 2, 31),
    'ns1b.del-non-distinct-und.delegation02.xa': pair(16, 2, 31),
  },
};

/** An undelegated test asks what would be if the zone were delegated so; here the servers above it are made to delegate it so. */
export const undelegated: readonly PretendedDelegation[] = Object.entries(given).map(([zone, servers]) => ({
  zone, servers: Object.entries(servers).map(([name, addresses]) => ({ name, addresses })),
}));

/** The address plan gives every server an IPv4 address and its IPv6 twin. */
function pair(a: number, b: number, c: number): readonly string[] {
  return [`127.${a}.${b}.${c}`, `fda1:b2:c3:0:127:${a}:${b}:${c}`];
}
