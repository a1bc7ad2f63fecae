import type { Finding } from '../../core/finding.ts';
import type { BoundRule, Particulars } from '../../core/findings/rules.ts';
import { describeFailure } from '../../core/lookup.ts';
import { inCidr, parseCidr } from '../../core/ip.ts';
import { specialRanges, type SpecialRange } from '../../core/special-addresses.ts';
import { clip, MAX_SHOWN } from '../evidence.ts';
import { Answers } from './answers.ts';
import type { SpfAudit } from './audit.ts';
import { cloudRanges } from './cloud-ranges.ts';
import type { SpfFacts } from './collect.ts';
import { LARGEST_SHARE, sharesOf } from './coverage.ts';
import type { Others } from './others.ts';
import { inForce, type Mechanism, type Modifier, type Qualifier, type SpfRecord } from './parse.ts';
import { rules } from './rules.ts';
import { askAbout, termsOfSendersChoice, type StrangerVerdict } from './stranger.ts';
import { allowingNodes, isOwn, lastRecord, nodesOf, readNodes, type SpfNode } from './tree.ts';

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
    judgeBroad(audit, own, cause),
    judgePrivate(own, cause),
    judgeSize(facts),
  ];
}

/** Fails where `pick` finds terms that may be taken out of a record without changing what it allows. */
function judgePositions(rule: BoundRule, own: readonly Own[], cause: string | null, pick: (own: Own) => readonly { text: string; at: number }[]): Finding {
  const found = own.map(entry => ({ ...entry, terms: pick(entry) })).filter(({ terms }) => terms.length > 0);
  if (found.length === 0) return cause === null ? rule.pass() : rule.unknown(cause);
  const evidence = found.flatMap(({ domain, terms }) => terms.map(({ text }) => `${clip(text)} in the record of ${domain}`));
  return rule.fail(evidence.slice(0, MAX_SHOWN));
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

/** Asks what receivers would say of servers that nobody listed; where none of them passes, the last word of the record counts. */
function judgeAll(audit: SpfAudit, others: Others): Finding {
  const answers = new Answers(audit.answers);
  const verdicts = audit.strangers.map(address => askAbout(address, audit.tree, answers));
  const passing = verdicts.filter(({ result }) => result === 'pass');
  if (passing[0]) return judgeOpen(passing, audit);
  const last = lastRecord(audit.tree);
  if (last.failed) return rules.all.unknown(describeFailure('TXT', last.domain, last.failed));
  if (last.record === null) return rules.all.notApplicable('The redirect does not lead to an SPF record that can be used');
  if (last.all === null && redirectsByMessage(last)) return rules.all.notApplicable('Where the redirect leads depends on the message');
  if (last.all === null && last.error === 'syntax') return rules.all.notApplicable('The record has an error in it, so that its last word cannot be read');
  const evidence = [`${last.domain} TXT ${clip(last.record)}`];
  const weak = weaknessOf(last.all, others);
  if (weak) return rules.all.fail(evidence, weak);
  return judgeUndecided(verdicts, audit) ?? rules.all.pass(evidence);
}

/** Somebody passes whom nobody listed: by +all, wherever it stands, or by a name that always resolves or that the sender chooses. */
function judgeOpen(passing: readonly StrangerVerdict[], { tree }: SpfAudit): Finding {
  const evidence = passing.map(({ address, trail }) => `${address} passes: ${trail.map(({ domain, term }) => `${domain} says ${clip(term)}`).join(', ')}`);
  const { domain, term } = passing[0]!.trail.at(-1)!;
  if (/^\+?all$/i.test(term) && domain === lastRecord(tree).domain) return rules.all.fail(evidence);
  const title = `The SPF record allows every server in the world to send mail for this domain, by ${clip(term)} in the record of ${domain}`;
  const ask = `Remove the term that leads to ${domain}, and ask its owner whether the record is meant so.`;
  return rules.all.fail(evidence, { title, fix: { text: isOwn(domain, tree.domain) ? `Remove ${clip(term)} from the record of ${domain}, and list the servers that send your mail instead.` : ask } });
}

/** A lookup on the way that failed, or names that the sender chooses: then nobody can say that no stranger passes. */
function judgeUndecided(verdicts: readonly StrangerVerdict[], { tree, stopped }: SpfAudit): Finding | null {
  const failed = verdicts.find(({ result, open }) => result === 'temperror' && open.length === 0);
  if (failed) return rules.all.unknown(failed.because);
  const chosen = termsOfSendersChoice(tree).map(({ domain, text }) => `${clip(text)} in the record of ${domain}`);
  const [cause] = [...chosen, ...stopped ? [] : verdicts.flatMap(({ open }) => open.map(({ type, name }) => `${type} of ${name}`))];
  if (cause === undefined) return null;
  return rules.all.unknown(cause, { severity: 'info', title: 'Whether a server that is not listed may send depends on the message' });
}

/** What is wrong with the last word of a record. With an enforcing DMARC policy ~all weakens nothing: mail that fails both is refused. */
function weaknessOf(all: Qualifier | null, { dmarcPolicy }: Others): Particulars | null {
  const silent = 'and says nothing of servers that it does not list';
  if (all === '-') return null;
  if (all === '+') return {};
  if (all === '?') return { severity: 'medium', title: `The SPF record ends in ?all ${silent}` };
  if (all === null) return { severity: 'medium', title: `The SPF record does not end in "all" ${silent}` };
  const title = 'The SPF record ends in ~all: receivers only mark mail from other servers';
  const enforced = dmarcPolicy !== 'none' && dmarcPolicy !== null;
  if (enforced) return { severity: 'info', title, fix: { text: 'Nothing needs to be done while the DMARC policy is quarantine or reject.' } };
  const text = 'Publish a DMARC policy of quarantine or reject. Without one, end the record in -all once every sender is listed.';
  return { severity: 'low', title, fix: { text } };
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
  return rules.nonsending.fail([`${tree.domain} TXT ${clip(tree.record!)}`]);
}

/** Ranges that hold servers of many owners, and all ranges of the tree together where they are as good as everybody. */
function judgeBroad(audit: SpfAudit, own: readonly Own[], cause: string | null): Finding {
  const shares = Object.entries(sharesOf(audit.tree, new Answers(audit.answers), audit.strangers)).filter(([, share]) => share > LARGEST_SHARE);
  const allowing = new Set(allowingNodes(audit.tree).map(({ domain }) => domain));
  const wide = own.filter(({ domain }) => allowing.has(domain)).flatMap(({ domain, record }) => inForce(record)
    .filter(mechanism => mechanism.qualifier === '+' && specialOf(mechanism) === null)
    .map(mechanism => ({ text: `${clip(mechanism.text)} in the record of ${domain}`, isWide: isWide(mechanism), cloud: cloudOf(mechanism) })))
    .filter(({ isWide, cloud }) => isWide || cloud !== null);
  const evidence = wide.map(({ text, cloud }) => (cloud === null ? text : `${text} (${cloud})`));
  const [open] = shares.map(([family, share]) => `${percentOf(share)} of all public ${family === 'ipv4' ? 'IPv4' : 'IPv6'} addresses`);
  if (open !== undefined) return rules.broad.fail([open, ...evidence].slice(0, MAX_SHOWN), { severity: 'critical', title: `The SPF record allows ${open} to send mail for this domain` });
  const [first] = wide;
  if (!first) return cause === null ? rules.broad.pass() : rules.broad.unknown(cause);
  const inCloud = wide.every(({ isWide }) => !isWide) ? { title: `The SPF record allows addresses that ${first.cloud} rents to anybody` } : {};
  return rules.broad.fail(evidence.slice(0, MAX_SHOWN), inCloud);
}

function percentOf(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}

function isWide({ range, prefixLength4, prefixLength6 }: Mechanism): boolean {
  const ipv4 = range?.bytes.length === 4 ? range.prefixLength : prefixLength4;
  const ipv6 = range?.bytes.length === 16 ? range.prefixLength : prefixLength6;
  return ipv4 < 16 || ipv6 < 32;
}

/** Addresses that no mail on the Internet comes from allow nobody. */
function judgePrivate(own: readonly Own[], cause: string | null): Finding {
  const idle = own.flatMap(({ domain, record }) => inForce(record).filter(({ qualifier }) => qualifier === '+').flatMap(mechanism => {
    const special = specialOf(mechanism);
    return special === null ? [] : [`${clip(mechanism.text)} in the record of ${domain}: ${special.name} (${special.rfc})`];
  }));
  if (idle.length > 0) return rules.private.fail(idle.slice(0, MAX_SHOWN));
  return cause === null ? rules.private.pass() : rules.private.unknown(cause);
}

const specials = specialRanges.map(special => ({ special, cidr: parseCidr(special.range)! }));

/** The special-purpose range that holds the whole range of the term. */
function specialOf({ range }: Mechanism): SpecialRange | null {
  return range ? specials.find(({ cidr }) => cidr.prefixLength <= range.prefixLength && inCidr(range.bytes, cidr))?.special ?? null : null;
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
