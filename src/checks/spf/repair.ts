import type { Finding } from '../../core/finding.ts';
import { isSound, proven, published } from '../fixes.ts';
import { Answers } from './answers.ts';
import { auditOf, type Candidate, type SpfAudit } from './audit.ts';
import { candidatesOf, lapsedTerms, MAX_CHARACTERS, type Repair } from './candidates.ts';
import type { SpfFacts } from './collect.ts';
import { inForce, isSpf, parseSpf } from './parse.ts';
import { readTree } from './read-tree.ts';
import { paste, replacementOf } from './rewrite.ts';
import { askAbout } from './stranger.ts';
import { nodesOf, rangesOf } from './tree.ts';

type Judge = (facts: SpfFacts) => Finding[];

/** The findings, each that failed with the record that repairs it, where one was applied to the facts and judged sound. */
export function withRepairs(facts: SpfFacts, sendsNothing: boolean, judge: Judge): Finding[] {
  const before = proven(judge(facts), finding => judge(carryOutFix(facts, finding)));
  const trials = trialsOf(facts).filter(trial => isFit(trial, sendsNothing)).map(trial => ({ ...trial, after: once(() => judge(trial.facts)) }));
  return before.map(finding => {
    if (finding.state !== 'fail' || finding.fix?.record) return finding;
    const own = trials.filter(({ isTighter }) => !isTighter || mayTighten.has(finding.id) || mustClose(before));
    const sound = own.find(({ after }) => isSound(finding.id, before, after()));
    return sound ? { ...finding, fix: { ...finding.fix!, record: paste(sound.name, sound.value) } } : finding;
  });
}

/** No offered record lets everybody send; of a domain without mail the last word becomes -all; of others none is left without a server that may send. */
function isFit({ value, published, isTighter }: Trial, sendsNothing: boolean): boolean {
  if (inForce(parseSpf(value)).some(({ name, qualifier }) => name === 'all' && qualifier === '+')) return false;
  return sendsNothing ? !isTighter || value.endsWith(' -all') : allowsSomebody(value) || !allowsAnybody(published);
}

/** Findings whose repair is the last word on other servers; the others leave that as it is. */
const mayTighten = new Set(['spf.all', 'spf.nonsending']);

function mustClose(before: readonly Finding[]): boolean {
  return before.some(({ id, state, severity }) => id === 'spf.all' && (state === 'notApplicable' || (state === 'fail' && severity === 'critical')));
}

interface Trial extends Repair {
  facts: SpfFacts;
}

/** Every record that may be offered, applied to the facts: those without a change of policy first. */
function trialsOf(facts: SpfFacts): Trial[] {
  const replacement = replacementOf(facts);
  const base = replacement === null ? facts : apply(facts, { name: facts.domain, value: replacement });
  if (!base?.audit) return [];
  const candidates = candidatesOf(base.audit);
  const first = replacement === null ? [] : [{ name: facts.domain, value: replacement, published: replacement, isTighter: false }];
  return [...first, ...candidates].flatMap(candidate => {
    const applied = apply(base, candidate);
    return applied && keepsSenders(base.audit!, applied.audit!) && isUsable(applied.audit!) ? [{ ...candidate, facts: applied }] : [];
  });
}

/** The facts had the owner published what `finding` offers; as they are where they do not suffice to judge it. */
export function carryOutFix(facts: SpfFacts, { fix }: Finding): SpfFacts {
  const record = fix?.record;
  if (record?.type !== 'TXT') return facts;
  const servers = facts.servers.map(({ name, lookup }) => ({ name, lookup: published(record, name, lookup, isSpf) }));
  return { ...(/^v=spf1(?: |$)/i.test(record.value) ? apply(facts, record) : null) ?? facts, servers };
}

/** The facts had the owner published this record; null where they do not suffice to judge it. */
function apply(facts: SpfFacts, { name, value }: Candidate): SpfFacts | null {
  const known = facts.audit ?? facts.meant;
  if (value.length > MAX_CHARACTERS || (!known && name !== facts.domain)) return null;
  const answers = new Answers(known?.answers ?? []).with(name, value);
  const text = name === facts.domain ? value : known!.tree.record!;
  const read = readTree(facts.domain, text, answers);
  if (read.missing.length > 0) return null;
  const leads = new Set(read.leads.map(({ term }) => term));
  const audit = auditOf(facts.domain, text, answers, (known?.dangling ?? []).filter(({ term }) => leads.has(term)));
  if (name !== facts.domain) return { ...facts, audit };
  const others = facts.txt.outcome === 'found' ? facts.txt.value.filter(other => !facts.records.includes(other)) : [];
  return { ...facts, txt: { outcome: 'found', value: [...others, value], via: [], ttlSeconds: 0 }, records: [value], audit };
}

/** Whether receivers can use the record at all. */
function isUsable({ tree, strangers, answers }: SpfAudit): boolean {
  const asked = new Answers(answers);
  return strangers.every(address => askAbout(address, tree, asked).result !== 'permerror');
}

/** Whether all that could send still can, except by names that anybody may register. */
function keepsSenders(before: SpfAudit, after: SpfAudit): boolean {
  const lapsed = lapsedTerms(before);
  const left = new Set(sendersOf(after, lapsed));
  return sendersOf(before, lapsed).every(sender => left.has(sender));
}

/** Ranges, hosts, and records that others may fill. */
function sendersOf({ tree }: SpfAudit, lapsed: ReadonlySet<string>): string[] {
  const nodes = nodesOf(tree);
  const hosts = nodes.flatMap(({ targets }) => targets.filter(({ outcome, term }) => outcome !== 'void' && !lapsed.has(term)).map(({ term, name, type }) => `${type} ${name ?? term}`));
  return [...rangesOf(tree).map(({ range }) => range), ...hosts, ...nodes.filter(({ record }) => record !== null).map(({ domain }) => domain)];
}

/** Whether the record lists a server that may send: one that lists none is for the owner to think about. */
function allowsSomebody(text: string): boolean {
  const record = parseSpf(text);
  return record.redirect !== null || inForce(record).some(({ qualifier, name }) => qualifier === '+' && name !== 'all');
}

function allowsAnybody(text: string): boolean {
  return parseSpf(text).faults.length === 0 && (allowsSomebody(text) || inForce(parseSpf(text)).some(({ qualifier }) => qualifier === '+'));
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
