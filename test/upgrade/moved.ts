import type { Moves } from './compare.ts';

const records = ['spf', 'dkim', 'dmarc', 'mx', 'nameservers', 'tls', 'dnssec'];
const former = (state: string) => `replace(replace(replace(${state}, 'warning', 'mend'), 'critical', 'grave'), 'none', 'absent')`;
const number = (measure: string, column: string) => `select domain_id as id, value as ${column} from domain_facet where measure = '${measure}'`;
const count = (measure: string, column: string) => `select domain.id, coalesce(value, 0) as ${column} from domain left join domain_facet on domain_id = domain.id and measure = '${measure}'`;

/** What versions after the fixtures did on purpose with what those held; everything else must be where it was, and as it was. */
export const moved: Moves = {
  // The same by the words of the glossary.
  'suspicion.looks': { now: 'select domain_id, subject, scans as looks from suspicion' },
  'baseline.learnt': { now: `select domain_id, subject, replace(learnt, '"networks":', '"places":') as learnt from baseline where learnt is not null` },
  'baseline.value': { now: `select domain_id, subject, case subject when 'registration.status' then replace(value, '"source ', '"told by ') else value end as value from baseline` },
  // Of the two values that were there.
  'baseline.hash': {
    now: `select domain_id, subject, case value when '["source RDAP"]' then '094e819d616928ec64ee4118d79b5eb648ce9db90980e9347210f625df083d95'
      when '["clientTransferProhibited","source RDAP"]' then '142ddd625fc90f63adec15c81bc8e60158a69dc8df21645653ac71b177c835d5' else hash end as hash from baseline`,
  },
  'lookalike.look_at': { now: 'select id, probe_at as look_at from lookalike where probe_at is not null' },
  // Of e-mails it was not recorded whether a mail server took them.
  'delivery.state': { now: `select id, case state when 'notConfigured' then 'delivered' else state end as state from delivery` },
  'delivery.cause': { now: `select id, cause from delivery where cause is not null and state <> 'notConfigured'` },
  // A facet each. What is 0 or without a word where nothing is known has no row, or the word none.
  'domain.score': { now: number('score', 'score') },
  'domain.expires_at': { now: number('expiresAt', 'expires_at') },
  'domain.registration_at': { now: number('registrationAt', 'registration_at') },
  'domain.issues': { now: count('issues', 'issues') },
  'domain.open_events': { now: count('openEvents', 'open_events') },
  'domain.grade': { now: `select domain_id as id, word as grade from domain_facet where measure = 'grade'` },
  'domain.worst': { now: `select domain_id as id, word as worst from domain_facet where measure = 'worst' and word <> 'none'` },
  // The same states by the words of the API.
  'domain.standings': {
    now: `select domain_id as id, '{' || ${records.map(record => `'"${record}":"' || ${former(`max(case when measure = 'records.${record}' then word end)`)} || '"'`).join(` || ',' || `)} || '}' as standings
      from domain_facet where measure like 'records.%' group by domain_id`,
  },
};
