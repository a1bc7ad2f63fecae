import type { Severity } from '../../../../api/types.ts';
import { byName, defineTexts } from '../../../../language/index.ts';
import { names } from './names.ts';

/** The exposure of one domain. */
export const texts = defineTexts('threats/exposure/exposure', ({ number, plural }) => ({
  sample: [
    ['Critical', 'A database is open to the Internet: port 6379 (Redis)', '198.51.100.20 · new since the last scan'],
    ['Medium', 'The source repository is publicly readable at /.git', 'www.shop.example'],
    ['Resolved', 'Port 3306 (MySQL) is closed again', '198.51.100.20'],
  ] as const,
  what: 'The exposure',
  planNeeded: (domain: string) => `It scans the hosts of ${domain} every week: open ports, services, weaknesses, and what changed.`,
  answer: {
    urgent: (count: number) => `${plural(count, { one: 'finding needs', other: 'findings need' })} you now`,
    open: (count: number) => `${plural(count, { one: 'finding', other: 'findings' })} to look into`,
    calm: 'Nothing exposed that should not be',
    partly: 'Nothing found so far, but not everything was tested',
    never: 'No scan of the hosts yet',
    changed: (count: number) => (count === 0 ? 'nothing changed since the previous scan' : `${plural(count, { one: 'change', other: 'changes' })} since the previous scan`),
    first: 'this is the first scan',
    next: (title: string) => `Next: ${title}`,
  },
  emptyTitle: 'No finished scan yet',
  empty: 'A scan finds the hosts of the domain and its subdomains, and tests which ports are open. It needs proof of ownership; on addresses that you have not confirmed, only web and mail ports are tested.',
  scan: {
    start: 'Scan hosts', profile: 'Depth', starting: 'The scan', progress: 'Progress of the scan', waits: 'The scan is queued', done: 'Scanned', see: 'View run', ended: 'The scan has finished',
    profiles: { quick: '100 ports', standard: '1,000 ports', deep: 'All 65,535 ports' }, step: byName(names.stages),
  },
  figures: { hosts: 'Hosts', ports: 'Open ports', untested: 'Not fully tested', proof: 'Proof' },
  stages: { title: 'What was tested', table: 'Stages of the scan', columns: ['Stage', 'State', 'Addresses', 'Why not all'], outcomes: { done: 'Tested', partial: 'Partly tested', notTested: 'Not tested' }, note: 'Not tested does not mean safe.' },

  difference: {
    title: 'What changed', none: 'Nothing new, changed, resolved or reopened since the previous scan.', first: 'There is no previous scan to compare with.',
    changes: { new: 'New', unchanged: 'Unchanged', changed: 'Changed', resolved: 'Resolved', reopened: 'Reopened', notTested: 'Not tested' },
  },
  map: {
    title: 'Hosts and ports', description: 'Each row is an address, each column a port. A square is a finding, a circle an open port without one, a ring a port that could not be tested again, a cross one that has closed. A dot marks what is new.',
    more: (count: number) => `${plural(count, { one: 'port is', other: 'ports are' })} only in the table`, columns: ['Address', 'Port', 'Service', 'Change'],
    cell: (address: string, port: string, service: string, change: string) => `${address}, port ${port}: ${service}, ${change}`,
    legend: { finding: 'Serious finding', open: 'Open', untested: 'Not tested', closed: 'Closed' }, lesser: 'Other finding', fresh: 'New',
  },
  hosts: {
    title: 'Hosts', none: 'No address was found.', noPorts: 'No open port.', untestedPorts: 'The ports were not tested, so nothing is known about them.', columns: ['Port', 'Service', 'Version', 'Page', 'Certificate', 'Change'],
    scopes: { full: 'All ports of the chosen depth', web: 'Web and mail ports', none: 'Not tested' }, of: (host: string) => `Open ports of ${host}`,
    wildcard: 'It accepts connections on every port, so only ports with a recognised protocol are listed.', edge: (name: string) => `Operated by ${name}: findings there are for the provider to fix.`, ports: (count: number) => plural(count, { one: 'open port', other: 'open ports' }),
    unknown: 'Not recognised', until: (day: string) => `until ${day}`, port: (port: number, transport: string) => (transport === 'tcp' ? String(port) : `${port}/${transport}`),
  },
  address: {
    confirm: 'Confirm this address', title: (address: string) => `Confirm ${address}`, why: 'You confirm that the machine at this address is yours alone. Scans then test more than the web and mail ports, provided they also find proof at the address. You can withdraw this at any time.',
    action: 'It is mine alone', withdraw: 'Withdraw the confirmation', confirmed: (by: string) => `Confirmed by ${by}`, what: 'The confirmation',
  },
  findings: {
    title: 'Findings', none: 'No open findings.', excepted: 'Accepted', evidence: 'Evidence', fix: 'What to do', about: 'About this finding', since: 'Since', location: (address: string, port: number | null) => (port === null ? address : `${address}, port ${port}`),
    verified: { verified: 'Verified', inconclusive: 'Inconclusive: seen once, or without a control' }, severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Advice' } satisfies Record<Severity, string>,
  },
  exception: {
    open: 'Accept as it is', reason: 'Reason', until: 'Until', save: 'Accept until then', end: 'End the exception', what: 'The exception', says: (by: string, until: string) => `Accepted by ${by} until ${until}:`, hint: 'Until then its alert ends, and it is left out of all figures. At most a year ahead.',
  },
  count: number,
}));
