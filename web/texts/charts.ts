import type { Severity } from '../api/types.ts';
import { defineTexts } from '../language/index.ts';

/** Words of the charts. */
export const texts = defineTexts('charts', ({ number, plural }) => ({
  showTable: 'Show as table',
  showChart: 'Show as chart',
  table: { time: 'Time (UTC)', day: 'Day', hour: 'Hour (UTC)', score: 'Score', grade: 'Grade', total: 'Total' },
  couldNotTell: 'Unknown',

  ring: {
    of: (score: number) => `${score} of 100`,
    label: (score: number | null, grade: string | null, provisional: boolean) =>
      (score === null ? 'No score: too little could be judged' : `Score ${score} of 100, ${grade === null ? 'no grade' : `grade ${grade}`}${provisional ? ', provisional' : ''}`),
    none: 'No score',
  },

  line: {
    title: 'Score over time',
    description: 'Each scan of the domain, from 0 to 100. Gaps mean there was too little data.',
    point: (time: string, score: number | null, grade: string | null) => (score === null ? `${time}: unknown` : `${time}: ${score}${grade ? `, grade ${grade}` : ''}`),
    empty: 'No scans of the domain yet.',
  },

  uptime: {
    states: { up: 'up', degraded: 'degraded', down: 'down for a time', maintenance: 'maintenance', none: 'no data' },
    day: (day: string, state: string, percent: string | null) => (percent === null ? `${day}: ${state}` : `${day}: ${state}, ${percent} %`),
    spoken: (days: number, down: number, degraded: number, none: number) => `${plural(days, { one: 'day', other: 'days' })}, ${number(down)} with an outage, ${number(degraded)} degraded, ${number(none)} without data`,
  },

  latency: {
    title: 'Latency',
    results: 'Results',
    kinds: { typical: 'Median', slow: '95th percentile', failed: 'Failed' },
    ms: (ms: number) => `${number(ms)} ms`,
    slot: (time: string, results: number, failed: number, p50: number | null, p95: number | null) => (results === 0
      ? `${time}: no results`
      : `${time}: ${[...(p50 === null ? [] : [`median ${number(p50)} ms`]), ...(p95 === null ? [] : [`95 % within ${number(p95)} ms`]), `${number(failed)} of ${number(results)} failed`].join(', ')}`),
  },

  usage: {
    title: 'Requests, last 24 hours',
    description: 'Requests with this key by hour, in UTC. The last hour is still running.',
    kinds: { served: 'Served', errors: 'Errors', limited: 'Over the limit' },
    hour: (hour: string, served: number, errors: number, limited: number) => `${hour}: ${served} served, ${errors} errors, ${limited} over the limit`,
    empty: 'No requests in the last 24 hours.',
  },

  timeline: {
    title: 'Changes by day',
    description: 'Each mark is one event; its shape and colour show its severity.',
    severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Info' } satisfies Record<Severity, string>,
    day: (day: string, counts: readonly (readonly [severity: Severity, count: number])[]) =>
      (counts.length === 0 ? `${day}: no events` : `${day}: ${counts.map(([severity, count]) => `${count} ${severity}`).join(', ')}`),
    more: (count: number) => `+${count}`,
  },

  spf: {
    title: 'What the SPF record asks for',
    description: 'Terms in the order in which receivers read them. Each numbered term costs one DNS lookup; receivers stop with an error when they need more than 10, or when 3 find nothing.',
    columns: { number: 'Lookup', term: 'Term', total: 'Lookups, with all below' },
    lookups: (count: number) => `${count} of 10 lookups`,
    voids: (count: number) => `${count} of 2 void lookups`,
    span: (from: number, to: number) => (from === to ? `Lookup ${from}` : `Lookups ${from} to ${to}`),
    none: 'No lookup',
    breaks: 'Receivers stop here',
    beyond: 'Beyond the limit',
    unread: (count: number) => (count === 1 ? 'One more term, not followed' : `${count} more terms, not followed`),
    notes: {
      void: 'Finds nothing (void lookup)',
      none: 'Has no SPF record',
      multiple: 'Has several SPF records',
      syntax: 'Has an error in it',
      loop: 'Leads back to a record above',
      dynamic: 'Made from the message: cannot be looked up beforehand',
    },
    failed: (cause: string) => `Unknown: ${cause}`,
  },

  dnssec: {
    title: 'Chain of trust',
    description: 'From the root of the DNS down to the zone: each zone vouches for the keys of the next one.',
    root: 'Root',
    notValidated: 'Answers are not validated here, so the chain is unknown.',
    states: { secure: 'Secure', insecure: 'Unsigned', bogus: 'Broken', indeterminate: 'Unknown', notValidated: 'Not validated' },
    ends: 'The chain ends here: the parent zone holds no DS record, so nothing below is validated.',
    ds: (keyTag: number) => `DS ${keyTag}`,
    dsOf: (digest: string) => `${digest} digest`,
    key: (role: 'KSK' | 'ZSK', keyTag: number) => `${role} ${keyTag}`,
    keyOf: (algorithm: string, bits: number | null) => (bits === null ? algorithm : `${algorithm}, ${bits} bits`),
    matches: (keyTag: number) => `fits key ${keyTag}`,
    matchesNone: 'fits none of the keys',
    keys: 'Keys of the zone (DNSKEY)',
    dsSet: 'DS records in the parent zone',
    denial: 'Proof of what does not exist',
    nsec: 'NSEC',
    nsec3: (iterations: number, optOut: boolean) => `NSEC3, ${iterations} extra iterations${optOut ? ', opt-out' : ''}`,
  },
}));
