import type { Finding } from '../../core/finding.ts';
import type { Particulars } from '../../core/findings/rules.ts';
import { describeFailure, type RecordData, type ZoneLink } from '../../core/lookup.ts';
import { found } from '../lookups.ts';
import type { DnssecFacts } from './collect.ts';
import { isDigestOf } from './parse.ts';
import { rules } from './rules.ts';
import { answerLine, isEntryPoint, isRevoked } from './zone-findings.ts';

type Cds = RecordData['CDS'];
type Key = RecordData['DNSKEY'];

/** What is wrong with the set as a whole; evidence is added to that of the set. */
interface Fault extends Particulars {
  title: string;
  evidence: readonly string[];
}

/** What following a single CDS record would lead to. */
type Outcome = 'good' | 'absent' | 'revoked' | 'idle' | 'unmarked';

/** A CDS record that asks for no DS at all has this algorithm (RFC 8078 §4). */
const DELETE = 0;

/** CDS against the keys, the DS records that are there, and CDNSKEY (RFC 7344 §4, RFC 8078). */
export function judgeChildDs(link: ZoneLink, facts: DnssecFacts): Finding {
  const { cds } = facts;
  if (!cds || cds.outcome === 'absent') return rules.cds.notApplicable('The zone has no CDS records');
  if (cds.outcome === 'failed') return rules.cds.unknown(describeFailure('CDS', link.zone, cds));
  const evidence = [`CDS ${tagsOf(cds.value)}`, `DS ${tagsOf(link.ds)}`];
  const fault = signatureFault(facts) ?? deletionFault(cds.value, facts) ?? keyFault(cds.value, link, facts) ?? pairFault(cds.value, facts);
  if (fault) {
    const { evidence: more, ...particulars } = fault;
    return rules.cds.fail([...evidence, ...more], particulars);
  }
  return requested(cds.value) === requested(link.ds) ? rules.cds.pass(evidence) : rules.cds.fail(evidence);
}

/** RFC 7344 §4.1: the parent validates the records before it uses them. */
function signatureFault({ answers }: DnssecFacts): Fault | null {
  const broken = answers.filter(({ type, absent, security }) => type === 'CDS' && !absent && security.status === 'bogus');
  if (broken.length === 0) return null;
  return { title: 'The CDS records of the zone are not validly signed, so the parent zone must not follow them', severity: 'medium', evidence: broken.map(answerLine), fix: SIGN_AGAIN };
}

/** RFC 8078 §4: such a record is `0 0 0 00`, alone, and in CDNSKEY too. */
function deletionFault(cds: readonly Cds[], { cdnskey }: DnssecFacts): Fault | null {
  const keys = cdnskey ? found(cdnskey) : [];
  const deletion = cds.find(isDeletion);
  if (!deletion && !keys.some(isDeletion)) return null;
  if (deletion && cds.length > 1) return { title: 'A CDS record that asks for deletion of the DS records stands next to others, so nobody may follow any of them', severity: 'medium', evidence: [], fix: ONE_OR_OTHER };
  if (!deletion || (keys.length > 0 && !keys.some(isDeletion))) return { ...disagreement, evidence: [`CDNSKEY ${tagsOf(keys)}`] };
  const { keyTag, digestType, digest } = deletion;
  if (keyTag !== 0 || digestType !== 0 || digest !== '00') return { title: 'A CDS record asks for deletion of the DS records in a form that is not that of the standard', severity: 'low', evidence: [`CDS ${keyTag} 0 ${digestType} ${digest}`], fix: ONE_OR_OTHER };
  return { title: 'The zone asks the parent zone to remove its DS records', evidence: [] };
}

function isDeletion({ algorithm }: { algorithm: number }): boolean {
  return algorithm === DELETE;
}

/** RFC 7344 §4.1: following the records must not break the delegation, so one of them has to lead to a key that signs the keys. */
function keyFault(cds: readonly Cds[], link: ZoneLink, { keys }: DnssecFacts): Fault | null {
  if (keys?.outcome !== 'found') return null;
  const outcomes = cds.map(record => ({ record, outcome: outcomeOf(record, keys.value, link) }));
  const lineOf = ({ record: { keyTag }, outcome }: (typeof outcomes)[number]) => `CDS ${keyTag}: ${WORDS[outcome]}`;
  const evidence = outcomes.filter(({ outcome }) => outcome !== 'good').map(lineOf);
  const unusable = outcomes.filter(({ outcome }) => outcome !== 'good' && outcome !== 'unmarked');
  if (unusable.length === outcomes.length) return { title: TITLES[unusable[0]!.outcome], severity: 'medium', evidence, detail: WOULD_BREAK };
  const revoked = unusable.some(({ outcome }) => outcome === 'revoked');
  if (revoked) return { title: TITLES.revoked, severity: 'low', evidence };
  const unmarked = outcomes.some(({ outcome }) => outcome === 'unmarked');
  return unmarked ? { title: TITLES.unmarked, severity: 'low', evidence } : null;
}

function outcomeOf(record: Cds, keys: readonly Key[], { zone, signatures }: ZoneLink): Outcome {
  const key = keys.find(candidate => isDigestOf(record, zone, candidate));
  if (!key) return 'absent';
  if (isRevoked(key)) return 'revoked';
  const signs = signatures.some(({ name, typeCovered, keyTag, fault }) => name === zone && typeCovered === 'DNSKEY' && keyTag === key.keyTag && fault === null);
  if (!signs) return 'idle';
  return isEntryPoint(key) ? 'good' : 'unmarked';
}

/** RFC 7344 §4: CDS and CDNSKEY, where both are published, name the same keys. */
function pairFault(cds: readonly Cds[], { cdnskey }: DnssecFacts): Fault | null {
  if (cdnskey?.outcome !== 'found' || tagsOf(cdnskey.value) === tagsOf(cds)) return null;
  return { ...disagreement, evidence: [`CDNSKEY ${tagsOf(cdnskey.value)}`] };
}

const WOULD_BREAK = 'If the parent zone follows these records, no DS record leads to a key that signs the others, and resolvers that validate refuse the whole domain.';
const SIGN_AGAIN = { kind: 'dnsHost', text: 'Sign the zone again, the CDS and CDNSKEY records with a key that the DS records name.' } as const;
const ONE_OR_OTHER = { kind: 'dnsHost', text: 'Publish either the CDS and CDNSKEY records of the keys that the parent zone is to trust, the same in both, or the single record that asks for deletion, and nothing else.' } as const;

const WORDS: Readonly<Record<Outcome, string>> = {
  good: 'a key that signs the keys',
  absent: 'no key of the zone',
  revoked: 'a key that was revoked',
  idle: 'a key that does not sign the keys',
  unmarked: 'a key without the flag of an entry point (SEP)',
};

const TITLES: Readonly<Record<Outcome, string>> = {
  good: '',
  absent: 'The CDS records name a key that the zone does not have',
  revoked: 'The CDS records name a key that was revoked',
  idle: 'The CDS records name a key that does not sign the keys of the zone',
  unmarked: 'The CDS records name a key that is not marked as an entry point',
};

const disagreement = { title: 'The CDS and CDNSKEY records of the zone do not agree', severity: 'low', fix: ONE_OR_OTHER } as const;

/** The key tags, each once. */
export function tagsOf(records: readonly { keyTag: number }[]): string {
  return [...new Set(records.map(({ keyTag }) => keyTag))].toSorted((a, b) => a - b).join(', ');
}

function requested(records: readonly Cds[]): string {
  return records.map(({ keyTag, algorithm, digestType, digest }) => `${keyTag} ${algorithm} ${digestType} ${digest}`).toSorted().join(';');
}
