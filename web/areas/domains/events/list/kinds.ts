/** The kinds of events by which the list can be narrowed, in the words of their subjects. */
export const kindOptions: readonly { value: string; label: string }[] = [
  'domain.gone', 'domain.appeared', 'dns.ns.changed', 'delegation.mismatch', 'dns.ds.changed', 'dnssec.broken', 'dnssec.enabled', 'dns.mx.changed', 'dns.spf.changed', 'dns.dmarc.weakened',
  'dns.dmarc.changed', 'dns.dkim.removed', 'dns.dkim.changed', 'dns.dkim.added', 'dns.a.changed', 'dns.aaaa.changed', 'dns.cname.changed', 'dns.txt.added', 'dns.txt.removed', 'dns.txt.changed',
  'dns.caa.changed', 'dns.tlsa.changed', 'wildcard.appeared', 'cname.dangling', 'takeover.possible', 'blocklist.listed', 'mtaSts.changed', 'tlsRpt.changed', 'bimi.changed', 'registrar.changed', 'transfer.pending', 'transfer.lock.removed',
  'registrar.status.hold', 'registrar.status.changed', 'registration.expiring', 'registration.expired', 'registration.renewed', 'registration.shortened', 'cert.changed', 'cert.unexpectedCa',
  'cert.expiring', 'cert.expired', 'baseline.created',
].map(kind => ({ value: kind, label: kind }));
