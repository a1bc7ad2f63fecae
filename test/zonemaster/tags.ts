/**
 * What a message tag of Zonemaster means in findings of ours: one of `fails` fails, all of `passes` pass, or one of `unknowns` is unknown.
 * `none` says why no finding speaks of it. Besides findings, `OWN_ZONE` is the word of the reply on the zone. Tags from the test case specifications of Zonemaster v2025.2.
 */
export interface Meaning {
  fails?: readonly string[];
  passes?: readonly string[];
  unknowns?: readonly string[];
  none?: string;
}

/** Passes where the zone that the reply names is the domain itself, and fails where it is one above. */
export const OWN_ZONE = 'records.nameservers.zone';

const above = { none: 'What is wrong with zones above the domain is no finding on the domain' };
const step = { none: 'The parent zone is a step on the way to other findings, none of its own' };
const prefixes = { none: 'Networks are told by length, /24 and /48, as RFC 2182 §3.1 needs them; no routing database is asked' };
const neighbours = { none: 'Two servers in one network are no fault beside a third elsewhere' };
const oneOverIpv6 = { none: 'One nameserver with an IPv6 address is enough for `ns.ipv6`' };

export const tags: Readonly<Record<string, Meaning>> = {
  A01_ADDR_NOT_GLOBALLY_REACHABLE: { fails: ['ns.bogon'] },
  A01_DOCUMENTATION_ADDR: { fails: ['ns.bogon'] },
  A01_GLOBALLY_REACHABLE_ADDR: { passes: ['ns.bogon'] },
  A01_LOCAL_USE_ADDR: { fails: ['ns.bogon'] },
  A01_NO_GLOBALLY_REACHABLE_ADDR: { fails: ['ns.bogon'] },
  A01_NO_NAME_SERVERS_FOUND: { fails: ['in.nxdomain', 'ns.count'] },

  NAMESERVER_IP_PTR_MATCH: { passes: ['ns.ptr'] },
  NAMESERVER_IP_PTR_MISMATCH: { fails: ['ns.ptr'] },
  NAMESERVER_IP_WITHOUT_REVERSE: { fails: ['ns.ptr'] },
  NO_RESPONSE_PTR_QUERY: { unknowns: ['ns.ptr'] },

  B01_CHILD_FOUND: { passes: ['in.nxdomain', OWN_ZONE] },
  B01_CHILD_IS_ALIAS: above,
  B01_INCONSISTENT_ALIAS: above,
  B01_INCONSISTENT_DELEGATION: { fails: ['ns.parentchild'] },
  B01_NO_CHILD: { fails: ['in.nxdomain', OWN_ZONE] },
  B01_PARENT_DISREGARDED: step,
  B01_PARENT_FOUND: step,
  B01_PARENT_NOT_FOUND: { unknowns: ['ns.referral'] },
  B01_PARENT_UNDETERMINED: above,
  B01_ROOT_HAS_NO_PARENT: step,
  B01_SERVER_ZONE_ERROR: above,

  B02_AUTH_RESPONSE_SOA: { passes: ['ns.lame'] },
  B02_NO_DELEGATION: { fails: ['in.nxdomain'] },
  B02_NO_WORKING_NS: { fails: ['ns.lame', 'ns.unreachable', 'ns.noaddr'] },
  B02_NS_BROKEN: { fails: ['ns.lame'] },
  B02_NS_NOT_AUTH: { fails: ['ns.lame'] },
  B02_NS_NO_IP_ADDR: { fails: ['ns.noaddr'] },
  B02_NS_NO_RESPONSE: { fails: ['ns.unreachable'] },
  B02_UNEXPECTED_RCODE: { fails: ['ns.lame'] },

  CN04_EMPTY_PREFIX_SET: prefixes,
  CN04_ERROR_PREFIX_DATABASE: prefixes,
  CN04_IPV4_DIFFERENT_PREFIX: { passes: ['ns.diversity'] },
  CN04_IPV4_SAME_PREFIX: neighbours,
  CN04_IPV4_SINGLE_PREFIX: { fails: ['ns.diversity'] },
  CN04_IPV6_DIFFERENT_PREFIX: { passes: ['ns.diversity'] },
  CN04_IPV6_SAME_PREFIX: neighbours,
  CN04_IPV6_SINGLE_PREFIX: { fails: ['ns.diversity'] },

  ADDRESSES_MATCH: { passes: ['ns.glue'] },
  CHILD_NS_FAILED: { fails: ['ns.lame'] },
  CHILD_ZONE_LAME: { fails: ['ns.lame', 'ns.unreachable'] },
  EXTRA_ADDRESS_CHILD: { fails: ['ns.glue'] },
  IN_BAILIWICK_ADDR_MISMATCH: { fails: ['ns.glue'] },
  OUT_OF_BAILIWICK_ADDR_MISMATCH: { fails: ['ns.glue'] },
  NO_RESPONSE: { fails: ['ns.unreachable'] },

  MULTIPLE_SOA_MNAMES: { fails: ['soa.mname'] },
  NO_RESPONSE_SOA_QUERY: { fails: ['ns.lame'] },
  ONE_SOA_MNAME: { passes: ['soa.mname'] },

  ENOUGH_IPV4_NS_CHILD: { passes: ['ns.count'] },
  ENOUGH_IPV4_NS_DEL: { passes: ['ns.count'] },
  ENOUGH_IPV6_NS_CHILD: { passes: ['ns.ipv6'] },
  ENOUGH_IPV6_NS_DEL: { passes: ['ns.ipv6'] },
  ENOUGH_NS_CHILD: { passes: ['ns.count'] },
  ENOUGH_NS_DEL: { passes: ['ns.count'] },
  NOT_ENOUGH_IPV4_NS_CHILD: { fails: ['ns.count'] },
  NOT_ENOUGH_IPV4_NS_DEL: { fails: ['ns.count', 'ns.glue'] },
  NOT_ENOUGH_IPV6_NS_CHILD: oneOverIpv6,
  NOT_ENOUGH_IPV6_NS_DEL: oneOverIpv6,
  NOT_ENOUGH_NS_CHILD: { fails: ['ns.count'] },
  NOT_ENOUGH_NS_DEL: { fails: ['ns.count'] },
  NO_IPV4_NS_CHILD: { fails: ['ns.count'] },
  NO_IPV4_NS_DEL: { fails: ['ns.count'] },
  NO_IPV6_NS_CHILD: { fails: ['ns.ipv6'] },
  NO_IPV6_NS_DEL: { fails: ['ns.ipv6'] },

  CHILD_DISTINCT_NS_IP: { passes: ['ns.distinct'] },
  CHILD_NS_SAME_IP: { fails: ['ns.distinct'] },
  DEL_DISTINCT_NS_IP: { passes: ['ns.distinct'] },
  DEL_NS_SAME_IP: { fails: ['ns.distinct', 'ns.glue'] },

  REFERRAL_SIZE_OK: { passes: ['ns.referral'] },
  REFERRAL_SIZE_TOO_LARGE: { fails: ['ns.referral'] },
};
