import type { Severity } from '../../../../api/types.ts';
import { byName, defineTexts } from '../../../../language/index.ts';
import { names } from './names.ts';

export const texts = defineTexts('threats/ip-targets/ip-targets', ({ plural, number }) => ({
  sample: [
    ['On a blocklist', '198.51.100.25 · Mail server', '1 of 24 lists · 2 open ports'],
    ['No issues', '198.51.100.80 · Web server', '2 open ports · scanned today'],
  ] as const,
  title: names.title,
  planNeeded: 'Your public addresses are watched every day: blocklists, names, routing, open ports, and what changed.',
  list: {
    what: 'The list of IP targets', empty: 'No IP targets yet', emptyWhy: 'Add an address of yours. It is proven by its PTR record, by a token or certificate that it serves, or by the contact of its network, and then watched every day.',
    calm: (targets: number) => `${plural(targets, { one: 'target', other: 'targets' })}: nothing to decide.`,
    urgent: (urgent: number, targets: number) => `${number(urgent)} of ${plural(targets, { one: 'target', other: 'targets' })} ${urgent === 1 ? 'needs' : 'need'} you.`,
    unscannedOf: (targets: number) => `${plural(targets, { one: 'is', other: 'are' })} not scanned yet.`,
    unknownOf: (targets: number) => `Of ${number(targets)}, not everything could be checked.`,
    label: 'IP targets', addresses: (count: number) => plural(count, { one: 'address', other: 'addresses' }), listed: (count: number) => `${number(count)} on blocklists`, ports: (count: number) => plural(count, { one: 'open port', other: 'open ports' }),
    events: (count: number) => plural(count, { one: 'change to decide', other: 'changes to decide' }), unscanned: 'Not scanned yet',
    statuses: { lost: 'Proof lost', pending: 'Not proven', listed: 'On a blocklist', unscanned: 'Not scanned yet', unknown: 'Partly unknown', fine: 'Nothing found' },
  },
  add: {
    title: 'Add an address', target: 'Address or range', targetHint: 'Such as 192.0.2.10, 2001:db8::10, or a range of at most 16 such as 192.0.2.0/28', label: 'Label', domain: 'Domain of the machine',
    domainHint: 'Optional: a proven domain whose token or certificate the machine serves, where it has no PTR record below one', action: 'Add and prove', what: 'The address',
  },
  state: {
    pending: 'Not proven to be yours yet, so it is not scanned.', proven: 'It is proven again before each scan.',
    lost: 'At least one address is no longer proven to be yours. No packets are sent there; blocklists and networks are still checked.',
  },
  target: {
    what: 'The IP target', all: names.title, listed: (count: number) => `${plural(count, { one: 'address is', other: 'addresses are' })} on a blocklist`, decide: (count: number) => plural(count, { one: 'change to decide', other: 'changes to decide' }), never: 'Not scanned yet',
    statuses: { lost: 'Proof lost', pending: 'Not proven', unscanned: 'Not scanned yet', unknown: 'Nothing wrong was found, but not everything could be checked', fine: 'Nothing wrong was found' }, scanned: 'Scanned', next: 'Next scan', scan: 'Scan now', scanning: 'The scan', underWay: 'A scan is under way', see: 'View run', remove: 'Delete', removeTitle: (target: string) => `Delete ${target}?`,
    removeSays: 'Its results, events and alerts are deleted. This cannot be taken back.',
  },
  proof: {
    title: 'Proof', again: 'Check the proof now', email: 'Ask the contact of the network', what: 'The proof', code: 'Code of the contact', useCode: 'Use the code', codeSent: (email: string) => `A code was sent to ${email}. Whoever has it can give it to you.`, codeQueued: (email: string) => `An e-mail with a code is being sent to ${email}.`, notSent: 'Not sent', codeFailed: (email: string, cause: string) => `No code was sent to ${email}: ${cause} Ask again.`, agreed: (email: string) => `${email} has agreed.`,
    asks: 'The contact that the registry names for the network gets an e-mail with a code, at most once in 30 days.',
    methods: { ptr: 'PTR record', token: 'Token', certificate: 'Certificate', email: 'Contact of the network' }, states: { proven: 'Proven', notProven: 'Not proven', unknown: 'Unknown' }, by: (method: string, by: string) => `${method}, ${by}`,
  },
  confirmation: {
    title: 'Which ports are tested', limited: 'Only ports 80 and 443 are tested until an administrator confirms that the machines are yours alone.', whole: 'All ports of the profile are tested.',
    agreed: 'All ports of the profile are tested: the contact of the network has agreed.', confirmed: (by: string) => `Confirmed by ${by}.`, confirm: 'Confirm this target', ask: (target: string) => `Confirm ${target}`,
    why: 'You confirm that the machines at these addresses are yours alone. Scans then test all ports of the profile, provided they also find proof of each address. You can withdraw this at any time.', action: 'They are mine alone', withdraw: 'Withdraw the confirmation', what: 'The confirmation',
  },
  address: {
    title: 'Addresses', reverse: 'Names', network: 'Network', prefix: 'Prefix', country: 'Country of the allocation', rpki: 'Route', owner: 'Operated by', generic: (name: string) => `${name} is a generic name assigned by a provider: many mail servers distrust it.`,
    reverseStates: { confirmed: 'leads back to the address', unconfirmed: 'does not lead back to the address', absent: 'No PTR record', unknown: 'Unknown' }, notConfigured: 'Not configured by the operator', unknown: (cause: string) => `Unknown: ${cause}`, absentNetwork: 'No network announces it', asn: (asn: number, name: string | null) => (name === null ? `AS${asn}` : `AS${asn} (${name})`), networks: (asns: readonly string[]) => asns.join(', '),
    rpkiStates: { valid: 'Valid', invalid: 'Invalid', notFound: 'No ROA covers it', unknown: 'Unknown', notConfigured: 'Not configured by the operator' }, notSeen: 'Not looked up yet.',
    lists: 'Blocklists', listColumns: ['List', 'State', 'What it says'], listStates: { listed: 'Listed', clean: 'Clean', unknown: 'Unknown' }, noLists: 'No blocklist was queried.', removal: 'Removal', code: (code: string, meaning: string) => `${code}: ${meaning}`, listed: (codes: readonly string[], text: string | null) => `${codes.join('; ')}${text === null ? '' : ` (${text})`}`,
    ports: 'Open ports', portColumns: ['Port', 'Service', 'Version'], noPorts: 'No open port.', noWebPorts: 'Neither of the two is open.', untested: (cause: string) => `Ports were not tested, which says nothing of them: ${cause}`, partly: (cause: string) => `Not everything was tested: ${cause}`, unrecognised: 'Not recognised', port: (port: number, transport: string) => (transport === 'tcp' ? String(port) : `${port}/${transport}`),
    portsNever: 'Ports were not tested yet.', wildcard: 'It accepts connections on every port, so only ports with a recognised protocol are listed.',
  },
  sources: { title: 'Blocklists that are queried', asked: 'Queried', termsNotAccepted: 'Off: the operator has not accepted its terms', terms: 'Terms' },
  events: {
    title: 'What changed', what: 'The events', none: 'Nothing has changed.', states: { open: 'Pending', authorized: 'Authorized', autoAuthorized: 'Authorized', denied: 'Denied', reverted: 'Resolved', superseded: 'Replaced' },
    severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Info' } satisfies Record<Severity, string>, reason: 'Reason', needsReason: 'It was denied before: give a reason for authorizing it now.', authorize: 'Authorize', deny: 'Deny', deciding: 'The decision',
    authorizeSays: 'Authorize: the new value is accepted from now on.', denySays: 'Deny: the old value stays, and you are notified every day while the change persists.',
  },
  run: { addresses: 'Addresses', proven: 'Proven', listed: 'On blocklists', ports: 'Open ports', limited: 'With ports 80 and 443 only', notTested: 'Not tested' },
  count: number,
  stages: byName(names.stages),
}));
