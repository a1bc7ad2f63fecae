import type { Finding } from '../../core/finding.ts';
import { describeFailure, type RecordData } from '../../core/lookup.ts';
import { complete } from '../complete.ts';
import { briefly, inWords, MAX_SHOWN } from '../evidence.ts';
import { found } from '../lookups.ts';
import type { SoaFacts } from './collect.ts';
import { isHostName, isMailbox } from './names.ts';
import { rules } from './rules.ts';
import { contradictions, unusual } from './timers.ts';

type Soa = RecordData['SOA'];

/** The records to judge: what the servers gave, else what the resolver gave. */
export function recordsOf({ answers, resolved }: SoaFacts): readonly Soa[] {
  return answers.length > 0 ? answers.flatMap(({ records }) => records) : found(resolved);
}

/** Judges the SOA record of the zone. */
export function analyzeSoa(facts: SoaFacts): Finding[] {
  const { zone, answers, resolved } = facts;
  const records = recordsOf(facts);
  if (records.length > 0) return [judgeSingle(facts), judgeSerial(facts), judgeTimers(records, facts), judgeMname(records), judgeRname(records)];
  if (resolved.outcome === 'failed') return complete(rules, [], rule => rule.unknown(describeFailure('SOA', zone, resolved)));
  return complete(rules, [rules.single.fail([`no SOA record at ${zone}`], { title: 'The zone has no SOA record' })], rule =>
    rule.notApplicable(answers.length === 0 ? 'There is no SOA record' : 'The SOA record is empty'));
}

function judgeSingle({ answers, resolved }: SoaFacts): Finding {
  const several = answers.filter(({ records }) => records.length > 1);
  if (several.length > 0) return rules.single.fail(several.map(({ server, address, records }) => `${server} (${address}) has ${records.length}`), { title: 'The zone has several SOA records' });
  if (found(resolved).length > 1) return rules.single.fail([`${found(resolved).length} records`], { title: 'The zone has several SOA records' });
  return rules.single.pass();
}

function judgeSerial({ answers, zone }: SoaFacts): Finding {
  if (answers.length === 0) return rules.serial.unknown(`SOA of ${zone}: no nameserver answers to this host`);
  const evidence = [...new Set(answers.flatMap(({ server, records }) => records.map(({ serial }) => `${server} has ${serial}`)))].slice(0, MAX_SHOWN);
  const serials = new Set(answers.flatMap(({ records }) => records.map(({ serial }) => serial)));
  return serials.size > 1 ? rules.serial.fail(evidence) : rules.serial.pass(evidence);
}

/** Times that only lie outside the usual ranges harm nobody at a hoster that has no secondaries to rule. */
function judgeTimers(records: readonly Soa[], { answers }: SoaFacts): Finding {
  const broken = each(records, contradictions);
  if (broken.length > 0) return rules.timers.fail(broken);
  const odd = each(records, unusual);
  if (odd.length > 0) return rules.timers.fail(odd, { title: 'The times in the SOA record are unusual', severity: 'info' });
  const byTimes = Map.groupBy(answers, answer => answer.records.map(timesOf).join('; '));
  if (byTimes.size < 2) return rules.timers.pass();
  const evidence = [...byTimes].map(([times, same]) => `${inWords([...new Set(same.map(({ server }) => server))])}: ${times}`);
  return rules.timers.fail(evidence.slice(0, MAX_SHOWN), { title: 'The nameservers give different times in the SOA record', severity: 'info' });
}

function timesOf({ refresh, retry, expire, minimum }: Soa): string {
  return `refresh ${refresh}, retry ${retry}, expire ${expire}, minimum ${minimum}`;
}

function judgeMname(records: readonly Soa[]): Finding {
  const names = each(records, ({ mname }) => [mname]);
  const bad = names.filter(name => !isHostName(name));
  if (bad.length > 0) return rules.mname.fail(briefly(bad.map(name => name || '(the root)')));
  if (names.length > 1) return rules.mname.fail(names, { title: 'The nameservers name different primary servers in the SOA record', severity: 'info' });
  return rules.mname.pass(names);
}

function judgeRname(records: readonly Soa[]): Finding {
  const names = each(records, ({ rname }) => [rname]);
  const bad = names.filter(name => !isMailbox(name));
  return bad.length > 0 ? rules.rname.fail(briefly(bad.map(name => name || '(the root)'))) : rules.rname.pass(names);
}

/** Each text once, the first ones. */
function each(records: readonly Soa[], textsOf: (soa: Soa) => readonly string[]): string[] {
  return [...new Set(records.flatMap(textsOf))].slice(0, MAX_SHOWN);
}
