import { isLate } from '../../core/outside/probes.ts';
import type { Finding } from '../../core/finding.ts';
import { english } from '../../core/language.ts';
import { describeFailure } from '../../core/lookup.ts';
import { complete } from '../complete.ts';
import { clip } from '../evidence.ts';
import type { WebFacts } from './collect.ts';
import { parseHsts, type Hsts } from './hsts.ts';
import { rules } from './rules.ts';
import { leadsTo, valuesOf, type Visit } from './visit.ts';

type Answered = Visit & { outcome: 'answered' };

/** Half a year, the least that the common graders accept. */
const MIN_AGE_SECONDS = 15_768_000;
const PRELOAD_AGE_SECONDS = 31_536_000;
const NO_WEBSITE = 'The domain has no website';
const NO_PAGE = 'There is no page over HTTPS';

/** Judges how the website is reached. */
export function analyzeWeb(facts: WebFacts): Finding[] {
  const { host, addresses, https } = facts;
  if (host === null) {
    const failed = addresses.outcome === 'failed' ? describeFailure('A', facts.domain, addresses) : null;
    return complete(rules, [], rule => (failed === null ? rule.notApplicable(NO_WEBSITE) : rule.unknown(failed)));
  }
  return [judgeHttps(facts), judgeRedirect(facts), ...(https?.outcome === 'answered' ? judgeHsts(https, facts.http) : hstsUnknown(facts))];
}

function judgeHttps({ https, http }: WebFacts): Finding {
  if (https!.outcome === 'answered') return rules.up.pass([showVisit(https!), ...(https!.refused === null ? [] : [`read without trust: ${https!.refused}`])]);
  return isOutOfReach({ https, http }) ? rules.up.unknown(https!.cause) : rules.up.fail([https!.cause]);
}

/** Whether the website may be there for others: a server that answers plain http, or that speaks TLS badly, has been reached. */
export function isOutOfReach({ https, http }: Pick<WebFacts, 'https' | 'http'>): boolean {
  return https?.outcome === 'failed' && (isLate(https) || (https.stage !== 'tls' && (https.stage === 'dns' || http[0]?.outcome !== 'answered')));
}

/** A closed port 80 weakens nothing, and may be closed on this side: it is no issue. */
function judgeRedirect({ https, http }: WebFacts): Finding {
  const last = http.at(-1)!;
  if (https!.outcome === 'failed') return rules.redirect.notApplicable(NO_PAGE);
  if (last.outcome === 'failed') return rules.redirect.unknown(last.cause, { severity: 'info' });
  const evidence = http.map(showVisit);
  const target = leadsTo(last);
  if (target?.protocol === 'https:') return rules.redirect.pass(evidence);
  return rules.redirect.fail(evidence, target ? { title: 'Visitors who come over plain http are kept on plain http' } : {});
}

function judgeHsts(https: Answered, http: readonly Visit[]): Finding[] {
  const [value] = valuesOf(https.fields, 'strict-transport-security');
  if (value === undefined) return without(rules.hsts.fail(...absence(http)));
  const hsts = parseHsts(value);
  const shown = [`Strict-Transport-Security: ${clip(value)}`];
  if (hsts === null) return without(rules.hsts.fail(shown, { title: 'The HSTS header cannot be read, so browsers ignore it' }));
  if (hsts.maxAgeSeconds === 0) return without(rules.hsts.fail(shown, { title: 'HSTS is switched off: its max-age is 0' }));
  const long = hsts.maxAgeSeconds >= MIN_AGE_SECONDS;
  return [
    long ? rules.hsts.pass(shown) : rules.hsts.fail(shown, { title: `HSTS is forgotten after ${inDays(hsts.maxAgeSeconds)}: half a year is the least` }),
    hsts.includeSubDomains ? rules.subdomains.pass(shown) : rules.subdomains.fail(shown),
    judgePreload(hsts, shown),
  ];
}

/** Over plain http an attacker could send it as well, so browsers ignore it there (RFC 6797 §8.1). */
function absence(http: readonly Visit[]): Parameters<typeof rules.hsts.fail> {
  const plain = http.flatMap(seen => (seen.outcome === 'answered' ? valuesOf(seen.fields, 'strict-transport-security') : []))[0];
  if (plain === undefined) return [['no Strict-Transport-Security header']];
  return [[`over plain http: ${clip(plain)}`], { title: 'HSTS is sent only over plain HTTP, where browsers ignore it' }];
}

function judgePreload({ maxAgeSeconds, includeSubDomains, preload }: Hsts, shown: readonly string[]): Finding {
  if (!preload) return rules.preload.notApplicable('HSTS does not ask for preloading');
  return maxAgeSeconds >= PRELOAD_AGE_SECONDS && includeSubDomains ? rules.preload.pass(shown) : rules.preload.fail(shown);
}

function hstsUnknown(facts: WebFacts): Finding[] {
  const { https } = facts;
  return without(https?.outcome === 'failed' && isOutOfReach(facts) ? rules.hsts.unknown(https.cause) : rules.hsts.notApplicable(NO_PAGE));
}

function without(hsts: Finding): Finding[] {
  return [hsts, rules.subdomains.notApplicable('HSTS is not in force'), rules.preload.notApplicable('HSTS is not in force')];
}

function showVisit(seen: Visit): string {
  if (seen.outcome === 'failed') return `${seen.url}: ${seen.cause}`;
  const location = valuesOf(seen.fields, 'location')[0];
  return `${seen.url}: status ${seen.status}${location === undefined ? '' : `, to ${clip(location)}`}`;
}

function inDays(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  return days === 0 ? 'less than a day' : english.plural(days, { one: 'day', other: 'days' });
}
