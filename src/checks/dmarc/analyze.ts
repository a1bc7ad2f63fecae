import { isPublicSuffix } from '../../core/domain-name.ts';
import type { BoundRule, Finding } from '../../core/finding.ts';
import { describeFailure } from '../../core/lookup.ts';
import type { Destination, DmarcFacts } from './collect.ts';
import { discoverBySuffixList, discoverByWalk, type Discovery } from './discover.ts';
import { isDmarc, isMeantAsDmarc, policies, type DmarcPolicy, type DmarcRecord } from './parse.ts';
import { rules } from './rules.ts';

export { rules } from './rules.ts';

/** What other checks know and DMARC needs; `unknown` where their looks failed. */
export interface Others {
  /** TXT records of the domain itself. */
  apexTxt: readonly string[];
  hasSpf: boolean | 'unknown';
  hasDkim: boolean | 'unknown';
  /** The domain takes no mail (null MX). */
  nullMx: boolean;
}

/** Judges the DMARC record in force; every rule gives exactly one finding. */
export function analyzeDmarc(facts: DmarcFacts, others: Others): Finding[] {
  const location = judgeLocation(facts, others);
  if (facts.failed) {
    const cause = describeFailure('TXT', facts.failed.name, facts.failed);
    return withOthers([location], rule => rule.unknown(cause));
  }
  const found = discoverByWalk(facts.domain, facts.walk);
  if (!found.record) return withOthers([location, ...judgeAbsence(facts, others)], rule => rule.notApplicable('No DMARC record is in force'));
  return withOthers(
    [location, ...judgeRecord(facts, found, found.record), ...judgePolicy(facts, found, found.record, others), ...judgeReports(facts, found.record)],
    rule => rule.pass(),
  );
}

/** `given`, and for every rule that is not among them what `otherwise` says. */
function withOthers(given: readonly Finding[], otherwise: (rule: BoundRule) => Finding): Finding[] {
  const ids = new Set(given.map(({ id }) => id));
  return [...given, ...Object.values<BoundRule>(rules).filter(({ id }) => !ids.has(id)).map(otherwise)];
}

function judgeLocation({ domain }: DmarcFacts, { apexTxt }: Others): Finding {
  const misplaced = apexTxt.filter(text => isDmarc(text) || isMeantAsDmarc(text));
  if (misplaced.length === 0) return rules.location.pass();
  return rules.location.fail(misplaced.map(text => `${domain} TXT ${text}`), { fix: { record: { name: `_dmarc.${domain}`, type: 'TXT', value: misplaced[0]! } } });
}

/** No record is in force: because there are several, because the one is broken, or because there is none. */
function judgeAbsence(facts: DmarcFacts, { nullMx }: Others): Finding[] {
  const seen = facts.walk.flatMap(({ name, look }) => (look.outcome === 'found' ? look.value.map(text => ({ name: `_dmarc.${name}`, text })) : []));
  const show = ({ name, text }: { name: string; text: string }) => `${name} TXT ${text}`;
  const several = seen.filter(({ text }) => isDmarc(text));
  if (several.length > 0) {
    return [rules.multiple.fail(several.map(show)), rules.missing.notApplicable('DMARC records exist, but all are discarded')];
  }
  const broken = seen.filter(({ text }) => isMeantAsDmarc(text));
  if (broken.length > 0) {
    const title = 'The DMARC record does not begin with v=DMARC1 and is ignored';
    const value = broken[0]!.text.replace(/^["'\s]*v\s*=\s*dmarc\d*\s*;?\s*/i, 'v=DMARC1; ');
    return [
      rules.syntax.fail(broken.map(show), { title, fix: { record: { name: broken[0]!.name, type: 'TXT', value } } }),
      rules.missing.notApplicable('A record exists, but it cannot be read'),
    ];
  }
  const value = nullMx ? 'v=DMARC1; p=reject' : `v=DMARC1; p=none; rua=mailto:dmarc-reports@${facts.domain}`;
  const text = nullMx ? 'The domain takes no mail: publish a policy that rejects everything sent in its name.' : rules.missing.fix.text;
  return [rules.missing.fail([`no record at ${facts.walk.map(({ name }) => `_dmarc.${name}`).join(', ')}`], {
    fix: { text, record: { name: `_dmarc.${facts.domain}`, type: 'TXT', value } },
  })];
}

function judgeRecord(facts: DmarcFacts, found: Discovery, record: DmarcRecord): Finding[] {
  const at = `_dmarc.${found.foundAt}`;
  const misused = record.psd === 'y' && !isPublicSuffix(found.foundAt!);
  const inherited = found.foundAt !== facts.domain;
  return [
    rules.missing.pass([`${at} TXT ${record.text}`]),
    rules.multiple.pass(),
    record.faults.length > 0 ? rules.syntax.fail(record.faults) : rules.syntax.pass(),
    misused ? rules.psd.fail([record.text], { fix: { record: without(at, record, 'psd') } }) : rules.psd.pass(),
    inherited ? rules.inherited.fail([`${at} governs ${facts.domain}`], { title: `The policy comes from ${found.foundAt}` }) : rules.inherited.pass(),
    judgeDivergence(facts, found),
    judgePct(record, at),
    ...(['rf', 'ri'] as const).map(tag => (record.tags[tag] === undefined ? rules[tag].pass() : rules[tag].fail([`${tag}=${record.tags[tag]}`], { fix: { record: without(at, record, tag) } }))),
    record.tags['fo'] !== undefined && record.ruf.length === 0 ? rules.fo.fail([`fo=${record.tags['fo']}`], { fix: { record: without(at, record, 'fo') } }) : rules.fo.pass(),
  ];
}

function judgePct(record: DmarcRecord, at: string): Finding {
  const pct = record.tags['pct'];
  if (pct === undefined) return rules.pct.pass();
  const partial = /^\d+$/.test(pct) && Number(pct) < 100;
  return rules.pct.fail([`pct=${pct}`], { severity: partial ? 'medium' : 'info', fix: { record: without(at, record, 'pct') } });
}

function judgeDivergence(facts: DmarcFacts, walk: Discovery): Finding {
  const list = discoverBySuffixList(facts.domain, facts.walk);
  const differ = (['domain', 'subdomain', 'nonexistent'] as const).some(who => walk.policy?.[who] !== list.policy?.[who]);
  const show = (way: string, { foundAt, policy, organizationalDomain }: Discovery) =>
    `${way}: ${foundAt ? `record of ${foundAt}, policy ${policy!.domain}` : 'no record'}, organizational domain ${organizationalDomain}`;
  const evidence = [show('tree walk (RFC 9989)', walk), show('public suffix list (RFC 7489)', list)];
  return differ || walk.organizationalDomain !== list.organizationalDomain ? rules.divergence.fail(evidence) : rules.divergence.pass(evidence);
}

function judgePolicy(facts: DmarcFacts, found: Discovery, record: DmarcRecord, others: Others): Finding[] {
  const policy = found.policy!;
  const at = `_dmarc.${found.foundAt}`;
  const change = (tag: string, value: string) => ({ fix: { record: { name: at, type: 'TXT', value: withTag(record, tag, value) } } });
  const weaker = (a: DmarcPolicy, b: DmarcPolicy) => policies.indexOf(a) < policies.indexOf(b);
  const inherited = found.foundAt !== facts.domain;
  return [
    policy.domain === 'none' ? rules.p.fail([record.p === null && !inherited ? 'no p tag: none' : `policy ${policy.domain}`], record.rua.length > 0 ? change(inherited && record.sp ? 'sp' : 'p', 'quarantine') : {}) : rules.p.pass([`policy ${policy.domain}`]),
    !inherited && weaker(policy.subdomain, policy.domain) ? rules.sp.fail([`p=${policy.domain}, subdomains ${policy.subdomain}`], change('sp', policy.domain)) : rules.sp.pass(),
    weaker(policy.nonexistent, policy.subdomain) ? rules.np.fail([`subdomains ${policy.subdomain}, names that do not exist ${policy.nonexistent}`], change('np', 'reject')) : rules.np.pass(),
    record.testing ? rules.t.fail([record.text], { fix: { record: without(at, record, 't') } }) : rules.t.pass(),
    judgeBacking(policy.domain, others),
  ];
}

function judgeBacking(policy: DmarcPolicy, { hasSpf, hasDkim, nullMx }: Others): Finding {
  if (policy === 'none') return rules.nospfnodkim.notApplicable('The policy is not enforced');
  if (hasSpf === true || hasDkim === true) return rules.nospfnodkim.pass();
  if (nullMx) return rules.nospfnodkim.notApplicable('The domain has no mail');
  if (hasSpf === 'unknown' || hasDkim === 'unknown') return rules.nospfnodkim.unknown('SPF or DKIM could not be looked up', { severity: 'info' });
  return rules.nospfnodkim.fail(['no SPF record, no DKIM key at the selectors that were tried']);
}

function judgeReports(facts: DmarcFacts, record: DmarcRecord): Finding[] {
  const uris = [...record.rua, ...record.ruf];
  const unusable = uris.filter(({ fault }) => fault !== null);
  const limited = uris.filter(({ hasSizeLimit }) => hasSizeLimit);
  return [
    record.rua.length === 0 ? rules.rua.fail([record.text], { fix: { record: addRua(facts, record) } }) : rules.rua.pass(record.rua.map(({ text }) => text)),
    judgeUris(unusable, limited),
    judgeMx(facts.destinations),
    judgeConsent(facts.destinations),
  ];
}

function judgeUris(unusable: DmarcRecord['rua'], limited: DmarcRecord['rua']): Finding {
  if (unusable.length > 0) return rules['rua.uri'].fail(unusable.map(({ text, fault }) => `${text}: ${fault}`));
  if (limited.length === 0) return rules['rua.uri'].pass();
  return rules['rua.uri'].fail(limited.map(({ text }) => text), {
    severity: 'info',
    title: 'A size limit on an address for DMARC reports is no longer read',
    fix: { text: 'Remove the exclamation mark and the size behind it.' },
  });
}

function judgeMx(destinations: readonly Destination[]): Finding {
  const deaf = destinations.filter(({ mx, a }) => isNullMx(mx) || (mx.outcome === 'absent' && a?.outcome === 'absent'));
  if (deaf.length > 0) return rules['rua.mx'].fail(deaf.map(({ domain }) => `${domain}: no mail server`));
  const failed = destinations.flatMap(({ domain, mx, a }) => [
    ...(mx.outcome === 'failed' ? [describeFailure('MX', domain, mx)] : []),
    ...(a?.outcome === 'failed' ? [describeFailure('A', domain, a)] : []),
  ]);
  return failed[0] ? rules['rua.mx'].unknown(failed[0]) : rules['rua.mx'].pass();
}

function isNullMx(mx: Destination['mx']): boolean {
  return mx.outcome === 'found' && mx.value.every(({ exchange }) => exchange === '');
}

/** RFC 9990 §4: a TXT record whose version is DMARC1 is consent; nothing else is asked of it. */
function judgeConsent(destinations: readonly Destination[]): Finding {
  const asked = destinations.flatMap(({ permission }) => permission ?? []);
  const refused = asked.filter(({ look }) => look.outcome === 'absent' || (look.outcome === 'found' && !look.value.some(isDmarc)));
  if (refused.length > 0) {
    return rules.ext.fail(refused.map(({ name }) => `no record at ${name}`), { fix: { record: { name: refused[0]!.name, type: 'TXT', value: 'v=DMARC1' } } });
  }
  const failed = asked.flatMap(({ name, look }) => (look.outcome === 'failed' ? describeFailure('TXT', name, look) : []));
  return failed[0] ? rules.ext.unknown(failed[0]) : rules.ext.pass(asked.map(({ name }) => name));
}

function addRua(facts: DmarcFacts, record: DmarcRecord): { name: string; type: string; value: string } {
  const { foundAt } = discoverByWalk(facts.domain, facts.walk);
  return { name: `_dmarc.${foundAt}`, type: 'TXT', value: withTag(record, 'rua', `mailto:dmarc-reports@${foundAt}`) };
}

function without(name: string, record: DmarcRecord, tag: string): { name: string; type: string; value: string } {
  return { name, type: 'TXT', value: write(Object.entries(record.tags).filter(([key]) => key !== tag)) };
}

function withTag(record: DmarcRecord, tag: string, value: string): string {
  const tags = Object.entries(record.tags);
  const at = tags.findIndex(([key]) => key === tag);
  if (at >= 0) return write(tags.with(at, [tag, value]));
  // The policy follows the version: older receivers insist on it (RFC 7489 §6.4).
  return write(tag === 'p' ? [tags[0]!, [tag, value], ...tags.slice(1)] : [...tags, [tag, value]]);
}

function write(tags: readonly (readonly [string, string])[]): string {
  return tags.map(([key, value]) => `${key}=${value}`).join('; ');
}
