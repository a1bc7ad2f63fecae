import type { Finding } from '../../core/finding.ts';
import { complete } from '../complete.ts';
import { briefly, clip, MAX_SHOWN } from '../evidence.ts';
import { leadsTo, valuesOf, type InsecureResource, type Visit } from '../web/index.ts';
import type { HeadersFacts } from './collect.ts';
import { isSession, parseCookies, type Cookie } from './cookies.ts';
import { holesOf, parsePolicies, withoutNonces, type Policy } from './csp.ts';
import { rules } from './rules.ts';
import { judgeSecurityTxt } from './security-txt-finding.ts';

type Answered = Visit & { outcome: 'answered' };

/** Judges the headers of the front page, its cookies, and the security.txt next to it. */
export function analyzeHeaders({ visits, unreachable, securityTxt, now }: HeadersFacts): Finding[] {
  const last = visits.at(-1);
  if (last === undefined) return complete(rules, [], rule => (unreachable === null ? rule.notApplicable('There is no page over HTTPS') : rule.unknown(unreachable)));
  const answered = visits.filter(seen => seen.outcome === 'answered');
  const ofAll = [judgeCookies(answered), judgeServer(answered), judgeSecurityTxt(securityTxt!, Date.parse(now))];
  if (last.outcome === 'failed') return complete(rules, ofAll, rule => rule.unknown(last.cause));
  const target = leadsTo(last);
  if (target) return complete(rules, ofAll, rule => rule.notApplicable(`The website leads to ${clip(target.host)}`));
  return complete(rules, [...ofAll, ...judgePage(last)], rule => rule.notApplicable('The front page is not HTML'));
}

function judgePage(seen: Answered): Finding[] {
  const { fields, page } = seen;
  const ofAny = [judgeNosniff(seen), judgeReferrer(seen), judgePermissions(seen), judgeIsolation(seen)];
  if (page === null) return ofAny;
  const sent = parsePolicies(valuesOf(fields, 'content-security-policy'));
  const policies = [...sent, ...parsePolicies(page.metaCsp)];
  return [...ofAny, ...judgeCsp(policies, fields), judgeFrame(sent, fields), judgeMixed(page.insecure, policies)];
}

function judgeCsp(policies: readonly Policy[], fields: Answered['fields']): Finding[] {
  if (policies.length === 0) {
    const reported = briefly(valuesOf(fields, 'content-security-policy-report-only').map(withoutNonces));
    const absent = reported.length > 0
      ? rules.csp.fail(reported, { title: 'The Content-Security-Policy is only reported on and stops nothing' })
      : rules.csp.fail(['no Content-Security-Policy']);
    return [absent, rules.csp_unsafe.notApplicable('There is no policy in force')];
  }
  const holes = holesOf(policies);
  const shown = policies.map(policy => clip([...policy].map(([name, sources]) => [name, ...sources].join(' ')).join('; ')));
  return [rules.csp.pass(shown), holes.length > 0 ? rules.csp_unsafe.fail(holes) : rules.csp_unsafe.pass()];
}

function judgeNosniff({ fields }: Answered): Finding {
  const values = briefly(valuesOf(fields, 'x-content-type-options'));
  if (values.length === 0) return rules.nosniff.fail(['no X-Content-Type-Options']);
  return values[0]!.trim().toLowerCase() === 'nosniff' ? rules.nosniff.pass(values) : rules.nosniff.fail(values);
}

/** `frame-ancestors` overrides X-Frame-Options, and counts in a header alone (CSP level 3 §6.4.2). */
function judgeFrame(sent: readonly Policy[], fields: Answered['fields']): Finding {
  const ancestors = sent.flatMap(policy => policy.get('frame-ancestors') ?? []);
  const shown = ancestors.length > 0 ? [`frame-ancestors ${clip(ancestors.join(' '))}`] : briefly(valuesOf(fields, 'x-frame-options'));
  if (shown.length === 0) return rules.frame.fail(['neither frame-ancestors nor X-Frame-Options']);
  if (ancestors.length > 0) return ancestors.some(source => /^(\*|https?:)$/.test(source)) ? rules.frame.fail(shown) : rules.frame.pass(shown);
  if (/^\s*(deny|sameorigin)\s*$/i.test(shown[0]!)) return rules.frame.pass(shown);
  return rules.frame.fail(shown, { title: 'The X-Frame-Options header has a value that browsers ignore' });
}

const REFERRER_POLICIES: ReadonlySet<string> = new Set([
  'no-referrer', 'no-referrer-when-downgrade', 'same-origin', 'origin', 'strict-origin', 'origin-when-cross-origin', 'strict-origin-when-cross-origin', 'unsafe-url',
]);
const TELLS_ALL: ReadonlySet<string> = new Set(['unsafe-url', 'no-referrer-when-downgrade']);

/** The last policy that a browser knows counts; without one it keeps to strict-origin-when-cross-origin, which is well enough. */
function judgeReferrer({ fields, page }: Answered): Finding {
  const values = [...valuesOf(fields, 'referrer-policy'), page?.metaReferrer ?? ''];
  const policy = values.flatMap(value => value.toLowerCase().split(',')).map(word => word.trim()).findLast(word => REFERRER_POLICIES.has(word));
  if (policy === undefined) {
    return rules.referrer.fail(['no Referrer-Policy'], { severity: 'info', title: 'The website leaves to the browser what other sites learn of where a visitor comes from' });
  }
  return TELLS_ALL.has(policy) ? rules.referrer.fail([`Referrer-Policy: ${policy}`]) : rules.referrer.pass([`Referrer-Policy: ${policy}`]);
}

function judgePermissions({ fields }: Answered): Finding {
  const values = briefly(valuesOf(fields, 'permissions-policy'));
  return values.length > 0 ? rules.permissions.pass(values) : rules.permissions.fail(['no Permissions-Policy']);
}

function judgeIsolation({ fields }: Answered): Finding {
  const shown = ['opener', 'embedder', 'resource'].map(what => `cross-origin-${what}-policy`).map(name => `${name}: ${clip(valuesOf(fields, name)[0] ?? 'none')}`);
  const opener = valuesOf(fields, 'cross-origin-opener-policy')[0] ?? 'unsafe-none';
  return /^\s*unsafe-none/i.test(opener) ? rules.isolation.fail(shown) : rules.isolation.pass(shown);
}

/** A policy of upgrade-insecure-requests makes the browser fetch all of it over https. */
function judgeMixed(insecure: readonly InsecureResource[], policies: readonly Policy[]): Finding {
  const shown = briefly(insecure.map(({ tag, url }) => `${tag}: ${url}`));
  if (insecure.length === 0 || policies.some(policy => policy.has('upgrade-insecure-requests'))) return rules.mixed.pass(shown);
  return rules.mixed.fail(shown, insecure.some(({ active }) => active) ? {} : { severity: 'low' });
}

/** A session that a script can read is more severe than a cookie that other sites can cause to be sent: browsers limit that by themselves. */
function judgeCookies(visits: readonly Answered[]): Finding {
  const cookies = visits.flatMap(({ fields }) => parseCookies(valuesOf(fields, 'set-cookie')));
  if (cookies.length === 0) return rules.cookies.notApplicable('The front page sets no cookies');
  const names = (bad: readonly Cookie[], lacks: string) => bad.slice(0, MAX_SHOWN).map(({ name }) => `${name}: ${lacks}`);
  const open = cookies.filter(({ secure }) => !secure);
  if (open.length > 0) return rules.cookies.fail(names(open, 'no Secure'));
  const readable = cookies.filter(cookie => !cookie.httpOnly && isSession(cookie));
  if (readable.length > 0) {
    return rules.cookies.fail(names(readable, 'no HttpOnly'), { severity: 'low', title: 'Scripts can read a cookie that seems to keep visitors signed in' });
  }
  const loose = cookies.filter(({ sameSite }) => sameSite === null || sameSite === 'none');
  if (loose.length > 0) {
    return rules.cookies.fail(names(loose, 'no SameSite of Lax or Strict'), { severity: 'info', title: 'A cookie is left to the browser\'s rules for requests from other sites' });
  }
  return rules.cookies.pass(names(cookies, 'Secure, SameSite'));
}

const TELLTALES = ['server', 'x-powered-by', 'x-aspnet-version', 'x-aspnetmvc-version', 'x-generator'];

function judgeServer(visits: readonly Answered[]): Finding {
  const reported = visits.flatMap(({ fields }) => TELLTALES.flatMap(name => valuesOf(fields, name).map(value => `${name}: ${clip(value)}`)));
  const versions = [...new Set(reported.filter(line => /\d\.\d/.test(line)))];
  return versions.length > 0 ? rules.server.fail(versions.slice(0, MAX_SHOWN)) : rules.server.pass([...new Set(reported)].slice(0, MAX_SHOWN));
}
