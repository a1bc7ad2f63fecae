import type { Severity } from '../../../../api/types.ts';
import { byName, defineTexts } from '../../../../language/index.ts';
import { names } from './names.ts';

/** The exposure of one domain. */
export const texts = defineTexts('threats/exposure/exposure', ({ number, plural }) => ({
  what: 'The exposure',
  planNeeded: (domain: string) => `With it, the hosts of ${domain} are scanned every week: which ports stand open, what answers there, what is wrong with it, and what changed.`,
  answer: {
    urgent: (count: number) => `${plural(count, { one: 'finding needs', other: 'findings need' })} you now`,
    open: (count: number) => `${plural(count, { one: 'finding', other: 'findings' })} to look into`,
    calm: 'Nothing found that should not be open',
    partly: 'Nothing found so far, but not everything was tested',
    never: 'Not scanned yet',
    changed: (count: number) => (count === 0 ? 'nothing changed since the scan before' : `${plural(count, { one: 'change', other: 'changes' })} since the scan before`),
    first: 'this is the first scan',
    next: (title: string) => `Next: ${title}`,
  },
  emptyTitle: 'No scan has ended yet',
  empty: 'A scan finds the hosts behind the names of the domain and tests which ports are open there. It needs proof that the domain is yours; on addresses that you have not confirmed, only web and mail ports are tested.',
  scan: {
    start: 'Scan hosts', profile: 'Depth', starting: 'The scan', progress: 'Progress of the scan', waits: 'The scan is queued', done: 'Scanned', see: 'View run', ended: 'The scan has ended',
    profiles: { quick: '100 ports', standard: '1,000 ports', deep: 'All 65,535 ports' }, step: byName(names.stages),
  },
  figures: { hosts: 'Hosts', ports: 'Open ports', untested: 'Not fully tested', proof: 'Proof' },
  stages: { title: 'What was tested', table: 'Stages of the scan', columns: ['Stage', 'State', 'Addresses', 'Why not all'], outcomes: { done: 'Tested', partial: 'In part', notTested: 'Not tested' }, note: 'What was not tested is not known to be safe.' },

  difference: {
    title: 'What changed', none: 'Nothing new, changed, resolved or back since the scan before.', first: 'There is no scan before to compare with.',
    changes: { new: 'New', unchanged: 'As before', changed: 'Changed', resolved: 'Resolved', reopened: 'Is back', notTested: 'Not tested' },
  },
  map: {
    title: 'Hosts and ports', description: 'Each row is an address, each column a port. A square is a finding, a circle an open port without one, a ring a port that could not be tested again, a cross one that has closed. A dot marks what is new.',
    more: (count: number) => `${plural(count, { one: 'port is', other: 'ports are' })} only in the table`, columns: ['Address', 'Port', 'Service', 'Change'],
    cell: (address: string, port: string, service: string, change: string) => `${address}, port ${port}: ${service}, ${change}`,
    legend: { finding: 'Finding', open: 'Open', untested: 'Not tested', closed: 'Closed' },
  },
  hosts: {
    title: 'Hosts', none: 'No address was found.', noPorts: 'No open port.', untestedPorts: 'The ports were not tested, so that nothing is known of them.', columns: ['Port', 'Service', 'Version', 'Page', 'Certificate', 'Change'],
    scopes: { full: 'All ports of the depth', web: 'Web and mail ports', none: 'Not tested' }, of: (host: string) => `Open ports of ${host}`,
    wildcard: 'It takes connections on whatever port, so only ports with proof of a protocol are listed.', edge: (name: string) => `A machine of ${name}: findings there are for the provider to fix.`, ports: (count: number) => plural(count, { one: 'open port', other: 'open ports' }),
    unknown: 'Not recognised', until: (day: string) => `until ${day}`, port: (port: number, transport: string) => (transport === 'tcp' ? String(port) : `${port}/${transport}`),
  },
  address: {
    confirm: 'Confirm this address', title: (address: string) => `Confirm ${address}`, why: 'You say that the machine at this address is yours alone. Scans then test more than the web and mail ports, as soon as they find proof at the address as well. You can take it back at any time.',
    action: 'It is mine alone', withdraw: 'Take the confirmation back', confirmed: (by: string) => `Confirmed by ${by}`, what: 'The confirmation',
  },
  findings: {
    title: 'Findings', none: 'No open finding.', excepted: 'Accepted', evidence: 'Evidence', fix: 'What to do', about: 'About this finding', since: 'Since', location: (address: string, port: number | null) => (port === null ? address : `${address}, port ${port}`),
    verified: { verified: 'Seen twice', inconclusive: 'Inconclusive: seen once, or without a control' }, severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Advice' } satisfies Record<Severity, string>,
  },
  exception: {
    open: 'Accept as it is', reason: 'Reason', until: 'Until', save: 'Accept until then', end: 'End the exception', what: 'The exception', says: (by: string, until: string) => `Accepted by ${by} until ${until}:`, hint: 'Its alert ends, and it counts in no figure until that day. At most a year ahead.',
  },
  count: number,
}));
