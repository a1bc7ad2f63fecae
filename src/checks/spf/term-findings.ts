import type { Finding, Severity } from '../../core/finding.ts';
import type { BoundRule } from '../../core/findings/rules.ts';
import { describeFailure } from '../../core/lookup.ts';
import { inCidr, parseCidr } from '../../core/ip.ts';
import type { Others } from './others.ts';
import type { SpfAudit } from './audit.ts';
import { cloudRanges } from './cloud-ranges.ts';
import type { SpfFacts } from './collect.ts';
import { clip, MAX_SHOWN } from '../evidence.ts';
import { inForce, parseSpf, type Mechanism, type Modifier, type Qualifier, type SpfRecord } from './parse.ts';
import { endingIn, paste, pasteIfSound, without } from './rewrite.ts';
import { rules } from './rules.ts';
import { isOwn, lastRecord, nodesOf, readNodes, type SpfNode } from './tree.ts';

/** A record of the domain's owner, read. */
interface Own {
  domain: string;
  record: SpfRecord;
}

/** Judges what the owner of the domain wrote: its own record and those of its other names that belong to the tree. */
export function judgeTerms(facts: SpfFacts, audit: SpfAudit, others: Others): Finding[] {
  const own = readNodes(audit.tree).filter(({ domain }) => isOwn(domain, facts.domain));
  const failed = nodesOf(audit.tree).find(node => node.failed && isOwn(node.domain, facts.domain));
  const cause = failed ? describeFailure('TXT', failed.domain, failed.failed!) : null;
  return [
    judgeAll(audit, others),
    judgeNonsending(audit, others),
    judgePositions(rules.afterall, own, cause, behindAll),
    judgePositions(rules.redirect, own, cause, redirectWithAll),
    judgePositions(rules.ptr, own, cause, ({ record }) => inForce(record).filter(({ name }) => name === 'ptr')),
    judgeRepetition(own, cause),
    judgeBroad(own, cause),
    judgeSize(facts),
  ];
}

/** Fails where `pick` finds terms that may be taken out of a record without changing what it allows. */
function judgePositions(rule: BoundRule, own: readonly Own[], cause: string | null, pick: (own: Own) => readonly { text: string; at: number }[]): Finding {
  const found = own.map(entry => ({ ...entry, terms: pick(entry) })).filter(({ terms }) => terms.length > 0);
  const [first] = found;
  if (!first) return cause === null ? rule.pass() : rule.unknown(cause);
  const evidence = found.flatMap(({ domain, terms }) => terms.map(({ text }) => `${clip(text)} in the record of ${domain}`));
  const value = without(first.record.text, first.terms.map(({ at }) => at));
  return rule.fail(evidence.slice(0, MAX_SHOWN), { fix: { record: pasteIfSound(first.domain, value) } });
}

function behindAll({ record }: Own): readonly Mechanism[] {
  return record.mechanisms.slice(inForce(record).length);
}

function redirectWithAll({ record: { mechanisms, redirect } }: Own): readonly Modifier[] {
  return redirect && mechanisms.some(({ name }) => name === 'all') ? [redirect] : [];
}

function judgeRepetition(own: readonly Own[], cause: string | null): Finding {
  const seen = new Set<string>();
  return judgePositions(rules.duplicate, own, cause, ({ domain, record }) => inForce(record).filter(term => {
    if (term.name === 'all') return false;
    const key = `${term.text.toLowerCase().replace(/^\+/, '')} ${term.target || term.range ? '' : domain}`;
    return seen.has(key) || !seen.add(key);
  }));
}

function judgeAll(audit: SpfAudit, others: Others): Finding {
  const last = lastRecord(audit.tree);
  if (last.failed) return rules.all.unknown(describeFailure('TXT', last.domain, last.failed));
  if (last.record === null) return rules.all.notApplicable('The redirect does not lead to an SPF record that can be used');
  if (last.all === null && redirectsByMessage(last)) return rules.all.notApplicable('Where the redirect leads depends on the message');
  const evidence = [`${last.domain} TXT ${clip(last.record)}`];
  const weak = weaknessOf(last.all, others);
  if (!weak) return rules.all.pass(evidence);
  const { severity, title = rules.all.title, text = rules.all.fix.text, ending } = weak;
  const record = isOwn(last.domain, audit.tree.domain) ? paste(last.domain, endingIn(ending, parseSpf(last.record))) : undefined;
  return rules.all.fail(evidence, { severity, title, fix: { text, record } });
}

interface Weakness {
  severity: Severity;
  title?: string;
  text?: string;
  /** The better last word. */
  ending: '~all' | '-all';
}

/** What is wrong with the last word of a record. With an enforcing DMARC policy ~all weakens nothing: mail that fails both is refused. */
function weaknessOf(all: Qualifier | null, { dmarcPolicy, mx }: Others): Weakness | null {
  const ending = mx === 'null' ? '-all' : '~all';
  const silent = 'and says nothing of servers that it does not list';
  if (all === '-') return null;
  if (all === '+') return { severity: 'critical', ending };
  if (all === '?') return { severity: 'medium', ending, title: `The SPF record ends in ?all ${silent}` };
  if (all === null) return { severity: 'medium', ending, title: `The SPF record does not end in "all" ${silent}` };
  const title = 'The SPF record ends in ~all: receivers only mark mail from other servers';
  const enforced = dmarcPolicy !== 'none' && dmarcPolicy !== null;
  if (enforced) return { severity: 'info', ending: '-all', title, text: 'Nothing needs to be done while the DMARC policy is quarantine or reject.' };
  const text = 'Publish a DMARC policy of quarantine or reject. Without one, end the record in -all once every sender is listed.';
  return { severity: 'low', ending: '-all', title, text };
}

function redirectsByMessage({ targets }: SpfNode): boolean {
  return targets.some(({ term, outcome }) => outcome === 'dynamic' && /^redirect=/i.test(term));
}

function judgeNonsending({ tree, policy }: SpfAudit, { mx }: Others): Finding {
  if (mx === 'unknown') return rules.nonsending.notApplicable('Whether the domain accepts mail could not be looked up');
  if (mx !== 'null') return rules.nonsending.notApplicable('The domain does not say that it accepts no mail');
  const last = lastRecord(tree);
  if (last.failed) return rules.nonsending.unknown(describeFailure('TXT', last.domain, last.failed));
  if (policy === '-') return rules.nonsending.pass();
  return rules.nonsending.fail([`${tree.domain} TXT ${clip(tree.record!)}`], { fix: { record: paste(tree.domain, endingIn('-all', parseSpf(tree.record!))) } });
}

/** Ranges that hold servers of many owners, and those so large that the record allows half the world. */
function judgeBroad(own: readonly Own[], cause: string | null): Finding {
  const wide = own.flatMap(({ domain, record }) => inForce(record)
    .filter(({ qualifier }) => qualifier === '+')
    .map(mechanism => ({ text: `${clip(mechanism.text)} in the record of ${domain}`, breadth: breadthOf(mechanism), cloud: cloudOf(mechanism) })))
    .filter(({ breadth, cloud }) => breadth !== null || cloud !== null);
  const [first] = wide;
  if (!first) return cause === null ? rules.broad.pass() : rules.broad.unknown(cause);
  const severity = wide.some(({ breadth }) => breadth === 'huge') ? 'critical' : 'medium';
  const evidence = wide.slice(0, MAX_SHOWN).map(({ text, cloud }) => (cloud === null ? text : `${text} (${cloud})`));
  const inCloud = wide.every(({ breadth }) => breadth === null) ? { title: `The SPF record allows addresses that ${first.cloud} rents to anybody` } : {};
  return rules.broad.fail(evidence, { severity, ...inCloud });
}

function breadthOf({ range, prefixLength4, prefixLength6 }: Mechanism): 'wide' | 'huge' | null {
  const ipv4 = range?.bytes.length === 4 ? range.prefixLength : prefixLength4;
  const ipv6 = range?.bytes.length === 16 ? range.prefixLength : prefixLength6;
  if (ipv4 < 8 || ipv6 < 16) return 'huge';
  return ipv4 < 16 || ipv6 < 32 ? 'wide' : null;
}

/** Longer prefixes may be a customer's own addresses; no cloud rents out 256 in a row. */
const LONGEST_SHARED_PREFIX = 24;
const clouds = cloudRanges.flatMap(({ name, ranges }) => ranges.map(range => ({ name, range: parseCidr(range)! })));

/** The cloud that shares out the addresses of the range among its customers. */
function cloudOf({ range: given }: Mechanism): string | null {
  if (given === null || given.prefixLength > LONGEST_SHARED_PREFIX) return null;
  return clouds.find(({ range }) => given.prefixLength >= range.prefixLength && inCidr(given.bytes, range))?.name ?? null;
}

const SMALL_ANSWER_BYTES = 512;
/** What resolvers and servers exchange by UDP today without falling back to TCP. */
const USUAL_ANSWER_BYTES = 1232;

/** RFC 7208 §3.4 counts the whole answer: header, question, and each record with its fixed fields and string lengths. */
function judgeSize({ domain, txt }: SpfFacts): Finding {
  if (txt.outcome !== 'found') return rules.size.pass();
  const sizes = txt.value.map(text => Buffer.byteLength(text)).map(bytes => 12 + bytes + Math.max(1, Math.ceil(bytes / 255)));
  const bytes = sizes.reduce((total, size) => total + size, 12 + domain.length + 2 + 4);
  const evidence = [`the answer with the ${txt.value.length} TXT records of ${domain} has about ${bytes} bytes`];
  if (bytes <= SMALL_ANSWER_BYTES) return rules.size.pass(evidence);
  return rules.size.fail(evidence, { severity: bytes > USUAL_ANSWER_BYTES ? 'low' : 'info' });
}
