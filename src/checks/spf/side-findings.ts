import type { Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import { publishing } from '../fixes.ts';
import type { SpfFacts } from './collect.ts';
import { spfRecordsOf } from './parse.ts';
import { paste } from './rewrite.ts';
import { rules } from './rules.ts';

/** Judges what stands next to the SPF record of the domain: these hold whether it has one or not. */
export function judgeSideRecords(facts: SpfFacts): Finding[] {
  return [judgeType99(facts), judgeGreeting(facts)];
}

function judgeType99({ domain, type99 }: SpfFacts): Finding {
  if (type99 === null) return rules.type99.notApplicable('The domain has no nameservers of its own');
  if (type99.outcome === 'failed') return rules.type99.unknown(describeFailure('SPF', domain, type99), { severity: 'info' });
  return type99.outcome === 'found' ? rules.type99.fail([`${domain} has a record of type SPF (99)`]) : rules.type99.pass();
}

function judgeGreeting({ servers }: SpfFacts): Finding {
  const bare = servers.filter(({ lookup }) => lookup.outcome !== 'failed' && spfRecordsOf(lookup).length === 0);
  if (bare.length > 0) return rules.helo.fail(bare.map(({ name }) => `${name} has no SPF record`), { fix: publishing(bare.map(({ name }) => paste(name, 'v=spf1 a -all'))) });
  for (const { name, lookup } of servers) if (lookup.outcome === 'failed') return rules.helo.unknown(describeFailure('TXT', name, lookup));
  return rules.helo.pass(servers.map(({ name }) => name));
}
