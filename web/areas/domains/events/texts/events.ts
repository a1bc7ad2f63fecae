import type { Severity } from '../../../../../src/core/finding.ts';
import type { EventState } from '../../../../../src/areas/events/kinds.ts';

const plural = (count: number, one: string, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** The events of the domains, and the changes that were announced. */
export const texts = {
  title: 'Events',
  what: 'The events',
  waiting: (count: number, more: boolean) => count === 0 ? 'No change waits for a decision.' : `${count}${more ? ' or more' : ''} ${count === 1 && !more ? 'change waits' : 'changes wait'} for your decision.`,
  denied: (count: number) => `${plural(count, 'denied change is', 'denied changes are')} still there.`,

  filters: { state: 'State', severity: 'Severity', kind: 'Kind', domain: 'Domain' },
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Info' } satisfies Record<Severity, string>,
  states: { open: 'Waits for a decision', authorized: 'Authorized', autoAuthorized: 'Authorized by itself', denied: 'Denied', reverted: 'Gone again', superseded: 'Replaced by a later one' } satisfies Record<EventState, string>,

  unreviewed: 'Waits for a decision',
  today: 'Today',
  yesterday: 'Yesterday',
  dayShown: (day: string) => `Only ${day}`,
  allDays: 'All days',
  more: 'Show older events',

  before: 'Accepted',
  after: 'Seen',
  difference: 'What differs',
  nothing: 'Nothing',
  why: 'Why it matters',
  facts: { subject: 'Subject', firstSeen: 'First seen', confirmed: 'Last confirmed', count: 'Came', decided: 'Decided', reason: 'Reason', alarm: 'Told again', closed: 'Over since' },
  times: (count: number) => `${count} times within a day`,
  confirmedBy: 'A second look saw the same before this was told.',
  by: { person: 'by a person', key: 'by an API key', window: 'by a change window', program: 'by the program' },
  toDomain: (domain: string) => `Open ${domain}`,
  address: 'the address of this event',

  authorize: 'Authorize',
  deny: 'Deny',
  authorizeSays: 'Authorize: it was meant. What was seen becomes what later looks are compared with.',
  denySays: 'Deny: it was not meant. The old value stays, and people are told every day until it is back.',
  authorizeDenied: 'It was denied before: say why it is right after all.',
  noteLabel: 'Note for those who read it later',
  viewer: 'Your role only reads. A member can decide on this.',
  deciding: (title: string) => `Deciding on "${title}"`,
  done: { authorized: 'Authorized', denied: 'Denied' },
  alsoClosed: (count: number) => `${plural(count, 'other event')} that saw the same ${count === 1 ? 'is' : 'are'} settled with it.`,

  empty: 'Nothing has changed yet',
  emptyWhy: 'Each domain is compared with what was accepted of it. A change that a second look has seen, too, comes up here and waits for your decision.',
  emptyFiltered: 'No event is like that',
  clear: 'Clear all filters',
  toDomains: 'See the domains',

  windows: {
    title: 'Announced changes',
    what: 'The announced changes',
    why: 'Changes that are first seen within the time are authorized by themselves, and nobody is told.',
    none: 'No change is announced.',
    add: 'Announce a change',
    cancel: 'Cancel',
    domain: 'Domain',
    kinds: 'What will change',
    groups: { '*': 'Anything', 'dns.*': 'Any DNS record', 'dns.mx.changed': 'Mail servers (MX)', 'dns.spf.changed': 'SPF', 'dns.ns.changed': 'Nameservers', 'dns.a.changed': 'IPv4 addresses', 'dns.aaaa.changed': 'IPv6 addresses', 'dns.dkim.*': 'DKIM keys', 'dns.dmarc.*': 'DMARC', 'dns.txt.*': 'Other TXT records', 'registrar.*': 'Registrar', 'cert.*': 'Certificate' } as Readonly<Record<string, string>>,
    startsAt: 'From (your time)',
    startsNow: 'Left empty, from now on',
    endsAt: 'Until (your time)',
    endsHint: 'At most 30 days later',
    reason: 'Reason',
    submit: 'Announce',
    states: { now: 'Now', later: 'Later', over: 'Over' },
    span: (from: string, to: string) => `${from} to ${to}`,
    remove: (domain: string) => `Take back the announced change of ${domain}`,
    removeTitle: 'Take back the announced change?',
    removeSays: 'Changes that are seen from now on are told again. What was authorized already stays so.',
    removeDeed: 'Take it back',
  },
} as const;
