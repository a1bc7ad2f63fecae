/** What can happen to an address, and why it matters in a sentence or two for people. */
export const ipEventKinds = {
  'ip.listed': 'Mail servers and firewalls that use the list refuse what comes from the address. Find out what was sent from it, stop that, and then ask the list to take it off.',
  'ip.ptr.lost': 'The address has no name any more that leads back to it: most mail servers refuse its mail. Restore the PTR record and the address of that name.',
  'ip.ptr.changed': 'The address has another name. Whoever manages its reverse zone has changed it.',
  'ip.origin.changed': 'Another network announces the prefix of the address. That is a move to another provider, or somebody who diverts its traffic.',
  'ip.rpki.invalid': 'The holder of the prefix has signed that other networks announce it: many networks drop such a route, and it may be a diversion. Correct the ROA, or tell your provider.',
  'ip.port.opened': 'A port is open that was closed before. Close it, or restrict who reaches it, unless it is meant to be public.',
} as const;

export type IpEventKind = keyof typeof ipEventKinds;
export const ipEventKindNames = Object.keys(ipEventKinds) as [IpEventKind, ...IpEventKind[]];
