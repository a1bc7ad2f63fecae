import { recordGroups, recordLabels } from '../report/catalogue.ts';
import type { FindingFilter, RecordStatus } from '../report/record-status.ts';
import { byName, defineTexts } from '../../../../language/index.ts';

/** Words of everything that shows the result of a check. */
export const texts = defineTexts('domains/check/report', ({ number, plural }) => ({
  unknown: 'Unknown',
  yes: 'Yes',
  no: 'No',
  none: 'None',
  listed: (items: readonly string[]) => items.join(', '),

  head: {
    checking: (domain: string) => `Checking ${domain}`,
    progress: (done: number, all: number) => `${done} of ${all} records have answered`,
    checked: (moment: string, durationMs: number, questions: number) => questions === 0 ? `Checked ${moment}` : `Checked ${moment}, in ${number(durationMs / 1000, 1)} s, with ${plural(questions, { one: 'DNS question', other: 'DNS questions' })}`,
    provisional: 'Provisional: more than a fifth of the points could not be assessed.',
    unread: (records: readonly string[], hasScore: boolean) => `No grade: ${records.join(', ')} could not be read.${hasScore ? ' The score is that of the rest.' : ''} Check again later.`,
    noScore: 'No score: fewer than half of the points could be assessed.',
    again: 'Check again',
    profile: { sending: 'Assessed as a domain that sends mail', receivingOnly: 'Assessed as a domain that only receives mail', noMail: 'Assessed as a domain without mail' },
    profileBy: (evidence: string) => `Chosen by: ${evidence}`,
    counts: { serious: (count: number) => plural(count, { one: 'serious issue', other: 'serious issues' }), warning: (count: number, withSerious: boolean) => `${count} ${withSerious ? 'more ' : ''}to fix`, unknown: (count: number) => `${plural(count, { one: 'lookup', other: 'lookups' })} failed`, passed: (count: number) => `${count} passed` },
    headline: {
      critical: (domain: string) => `${domain} is at risk: act today.`,
      serious: (domain: string, count: number) => `${domain} has ${count === 1 ? 'one serious issue' : `${count} serious issues`}.`,
      warning: (domain: string, count: number) => `${domain} is in fair shape, with ${plural(count, { one: 'thing', other: 'things' })} to fix.`,
      unknown: (domain: string) => `No problems were found at ${domain}, but not everything could be checked.`,
      good: (domain: string) => `${domain} is in good shape: nothing to do.`,
    },
    why: 'Why this score',
    lost: (points: number) => `−${number(points, 1)} points`,
    best: (grade: string) => `no better than ${grade}`,
  },

  actions: {
    title: 'What to do next',
    gain: (points: number) => `+${number(points, 1)} points`,
    evidence: 'See the evidence',
  },

  severity: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Advice' },
  state: { pass: 'Passed', unknown: 'Unknown', notApplicable: 'Does not apply' },

  fix: {
    kind: {
      dnsRecord: 'In the zone:', dnsHost: 'At the DNS host:', registrar: 'At the registrar:', mailHost: 'At the mail host:', webHost: 'At the web host:', webPage: 'On the page:',
      sendingService: 'At the sending service:', network: 'In the network:', credential: 'For the password or key:', takedown: 'Towards others:', organization: 'In your organization:',
      serviceSetting: 'In this service:', investigation: 'To find out:',
    },
    portal: (host: string) => `Open ${host}`,
    portalUnnamed: 'Open the control panel',
  },

  findings: {
    title: 'Findings',
    show: 'Show findings',
    filters: { issues: 'Issues', unknown: 'Unknown', advice: 'Advice', passed: 'Passed', notApplicable: 'Does not apply' } satisfies Record<FindingFilter, string>,
    empty: {
      issues: 'No issues found.', unknown: 'Every lookup succeeded.', advice: 'No further advice.', passed: 'Nothing could be confirmed.', notApplicable: 'Every finding applies to this domain.',
    } satisfies Record<FindingFilter, string>,
    evidence: 'Evidence',
    seenAt: (moment: string) => `at ${moment}`,
    fix: 'How to fix it',
    about: 'About this finding',
    again: 'Check again',
    unknownIntro: 'These lookups failed. That says nothing about the domain: it does not count against it and costs no points.',
    hides: (count: number) => `Leaves open ${plural(count, { one: 'finding', other: 'findings' })}`,
  },

  recordStatus: {
    ok: 'In order', critical: 'Serious issue', warning: 'Needs work', missing: 'Missing', missingCritical: 'Missing', absent: 'Not set up', needless: 'Does not apply', partly: 'Partly unknown', unknown: 'Unknown', notTested: 'Not tested',
  } satisfies Record<RecordStatus, string>,

  groups: Object.fromEntries(recordGroups.map(({ id, title }) => [id, title])) as Record<(typeof recordGroups)[number]['id'], string>,

  records: {
    title: 'Records',
    names: recordLabels,
    nonexistent: 'The domain does not exist in DNS, so it has no records to show.',
    waiting: (record: string) => `${record}: on its way`,
    cause: (cause: string) => cause.replace(/^Lookup failed: (.)/, (_, first: string) => first.toUpperCase()),
  },

  spf: {
    all: byName({ '-': 'refuses all other servers', '~': 'marks all other servers as suspect', '?': 'says nothing of other servers', '+': 'allows every server' }),
    noAll: 'says nothing of other servers',
    line: (lookups: number | null, all: string) => (lookups === null ? all : `${lookups} of 10 lookups, ${all}`),
    none: 'No SPF record',
    several: 'Several SPF records: receivers use none of them',
    ranges: 'Addresses allowed in so many words',
    ipv4: (ranges: number, addresses: number) => `IPv4: ${plural(ranges, { one: 'range', other: 'ranges' })}, ${plural(addresses, { one: 'address', other: 'addresses' })}`,
    ipv6: (ranges: number) => `IPv6: ${plural(ranges, { one: 'range', other: 'ranges' })}`,
  },
  dkim: {
    none: 'No key found at the selectors that were tried',
    line: (keys: readonly string[]) => keys.join(', '),
    columns: { selector: 'Selector', key: 'Key', via: 'Through' },
    key: (type: string | null, bits: number | null) => (type === null ? 'no key read' : bits === null ? type.toUpperCase() : `${type.toUpperCase()} ${bits}`),
    empty: (selectors: string) => `No key at ${selectors}. A domain may use other selectors, which nobody can list from outside.`,
    status: { ok: 'In order', configured: 'In order, by alias', error: 'Needs work', unknown: 'Unknown', missing: 'No key' },
  },
  dmarc: {
    none: 'No DMARC record',
    policies: { none: 'deliver', quarantine: 'put into the spam folder', reject: 'reject' },
    line: (policy: string) => `Spoofed mail: ${policy}`,
    foundAt: 'Found at',
    domain: 'For the domain',
    subdomain: 'For names below it',
    nonexistent: 'For names that do not exist',
    reports: 'Reports go to',
    noReports: 'Nobody',
    walk: 'Names that were asked',
  },
  bimi: { none: 'No logo next to mail', declined: 'Says that it wants no logo', logo: 'Logo', certificate: 'Mark certificate', line: (certified: boolean) => (certified ? 'Logo with a mark certificate' : 'Logo without a mark certificate') },
  mx: {
    none: 'No mail servers',
    nullMx: 'Takes no mail, and says so (null MX)',
    line: (provider: string | null, count: number) => (provider === null ? plural(count, { one: 'mail server', other: 'mail servers' }) : `${provider}, ${plural(count, { one: 'mail server', other: 'mail servers' })}`),
    columns: { priority: 'Priority', exchange: 'Mail server' },
    provider: 'Provider',
  },
  smtp: {
    line: (encrypted: number, spoken: number) => (spoken === 0 ? 'No mail server could be spoken to' : `${encrypted} of ${spoken} that answered offer encryption`),
    none: 'No mail server to speak to',
    columns: { host: 'Mail server', encryption: 'Encryption', certificate: 'Certificate' },
    unencrypted: 'None',
    unknown: 'Unknown',
    until: (issuer: string, day: string) => `${issuer}, until ${day}`,
    refused: (cause: string) => `Refused: ${cause}`,
  },
  mtaSts: { none: 'No policy: senders may deliver without encryption', line: (mode: string) => `Mode ${mode}`, noPolicy: 'The policy could not be read', mode: 'Mode', mx: 'Mail servers it allows', maxAge: 'Remembered for', days: (days: number) => plural(days, { one: 'day', other: 'days' }), policy: 'Policy file' },
  tlsRpt: { none: 'No reports on encrypted delivery', line: (to: string) => `Reports go to ${to}`, broken: 'The record names nobody' },
  dane: { none: 'No TLSA records', noneSeen: 'None seen', line: (pinned: number, all: number) => `${pinned} of ${plural(all, { one: 'mail server', other: 'mail servers' })} pinned`, columns: { host: 'Mail server', records: 'TLSA records', security: 'DNSSEC' } },
  registration: {
    none: 'Not registered',
    unknown: 'The registry could not be asked',
    line: (registrar: string | null, expiry: string | null) => [registrar, expiry].filter(part => part !== null).join(', ') || 'No details are public',
    expires: (day: string, days: number) => (days < 0 ? `expired on ${day}` : `expires ${day}, in ${plural(days, { one: 'day', other: 'days' })}`),
    registrar: 'Registrar',
    iana: (name: string, id: number | null) => (id === null ? name : `${name} (IANA ${id})`),
    created: 'Registered',
    updated: 'Last changed',
    ends: 'Expires',
    statuses: 'Status codes',
    nameservers: 'Nameservers at the registry',
    source: 'Source',
  },
  nameservers: {
    none: 'No nameservers could be found',
    line: (provider: string | null, count: number) => (provider === null ? plural(count, { one: 'nameserver', other: 'nameservers' }) : `${provider}, ${plural(count, { one: 'nameserver', other: 'nameservers' })}`),
    partial: (answering: number, all: number) => `${answering} of ${all} nameservers answered every question`,
    columns: { nameserver: 'Nameserver', provider: 'DNS host', answer: 'This time' },
    answers: { all: 'Answered', silent: 'Did not answer every question', lame: 'Does not hold the zone', unknown: 'Unknown' },
    delegation: 'The zone above names others',
  },
  dnssec: {
    line: { secure: (algorithm: string | null) => (algorithm === null ? 'Signed' : `Signed with ${algorithm}`), insecure: () => 'Not signed', bogus: () => 'Signed, but broken: resolvers that validate refuse it', indeterminate: () => 'Unknown', notValidated: () => 'Not validated here' },
    none: 'Not validated here',
  },
  caa: { none: 'Any authority may issue certificates', line: (authorities: readonly string[]) => (authorities.length === 0 ? 'No authority may issue certificates' : `${authorities.join(', ')} may issue certificates`), at: 'Found at', columns: { tag: 'Property', value: 'Value', flags: 'Flags' } },
  soa: { none: 'No SOA record', line: (mname: string, serial: number | null) => (serial === null ? mname : `${mname}, serial ${serial}`), contact: 'Contact', times: 'Times in seconds', refresh: (refresh: number | null, retry: number | null, expire: number | null, minimum: number | null) => `refresh ${refresh ?? '?'}, retry ${retry ?? '?'}, expire ${expire ?? '?'}, minimum ${minimum ?? '?'}` },
  zone: { line: (wildcard: boolean | null, names: number) => (wildcard ? 'Every name below the domain has an address' : `${plural(names, { one: 'name', other: 'names' })} checked`), columns: { name: 'Name', leads: 'Leads to' }, unknown: 'Unknown', nowhere: 'No address', wildcard: 'Wildcard', https: 'HTTPS record', ech: 'Encrypted client hello' },
  takeover: {
    line: (checked: number, dangling: number) => (dangling === 0 ? `${plural(checked, { one: 'name', other: 'names' })} checked, none can be taken over` : `${dangling} of ${plural(checked, { one: 'name', other: 'names' })} at risk`),
    columns: { name: 'Name', target: 'Leads to', danger: 'Danger' },
    dangers: { register: 'Anybody can register the target', claim: 'Anybody can claim the service', maybeClaim: 'The service may be free to claim', dangling: 'The target does not exist', unused: 'The service is not in use', broken: 'The target does not answer' },
    safe: 'None',
  },
  tls: { none: 'No website with encryption', line: (protocol: string | null, expiry: string | null) => [protocol, expiry].filter(part => part !== null).join(', ') || 'No handshake', until: (day: string, days: number) => (days < 0 ? `certificate expired on ${day}` : `certificate until ${day}, ${plural(days, { one: 'day', other: 'days' })} left`), host: 'Host', addresses: 'Addresses', subject: 'Certificate for', issuer: 'Issued by', valid: 'Valid', span: (from: string, to: string) => `${from} to ${to}`, trusted: 'Browsers accept it', cipher: 'Cipher', group: 'Key exchange', serial: 'Serial number' },
  web: { none: 'No website', line: (status: number | null, hsts: boolean) => (status === null ? 'No answer' : `Answers ${status}${hsts ? ', with HSTS' : ', without HSTS'}`), url: 'Address', redirect: 'Plain http leads to', server: 'Server', hsts: 'HSTS', hstsOf: (days: number, below: boolean, preload: boolean) => `${plural(days, { one: 'day', other: 'days' })}${below ? ', with the names below' : ''}${preload ? ', preload' : ''}`, noHsts: 'Not sent' },
  ciphers: { line: (versions: readonly string[], level: string | null) => `${versions.join(', ')}${level === null ? '' : `, ${level}`}`, none: 'No TLS was seen', columns: { version: 'Version', suites: 'Cipher suites' }, weak: (says: string) => `(${says})`, level: 'Mozilla guideline', noLevel: 'None: something weak is offered', postQuantum: 'Key exchange safe from quantum computers' },
  headers: { line: (count: number) => `${plural(count, { one: 'security header', other: 'security headers' })} sent`, none: 'No page was seen', cookies: 'Cookies', cookie: (name: string, flags: string) => `${name}: ${flags}`, securityTxt: 'security.txt', noSecurityTxt: 'None', columns: { header: 'Header', value: 'Value' } },
  blocklists: { line: (listed: number, asked: number) => (listed === 0 ? `On none of ${plural(asked, { one: 'list', other: 'lists' })} that could be asked` : `On ${plural(listed, { one: 'list', other: 'lists' })}`), none: 'No list was asked', columns: { target: 'Address or name', listed: 'Listed on' }, clean: 'None', unknown: (count: number) => `${count} unknown`, faults: 'Unreliable lists today' },

  bulk: {
    title: 'Large mailbox providers',
    intro: 'Whether they would accept bulk mail from this domain, as far as can be checked from outside.',
    providers: { google: 'Google', yahoo: 'Yahoo', microsoft: 'Microsoft' },
    state: { pass: 'Would accept it', fail: 'Would reject it', unknown: 'Unknown' },
    rules: 'Their rules',
    notTested: (count: number) => `${plural(count, { one: 'requirement', other: 'requirements' })} that cannot be checked from outside`,
  },

}));
