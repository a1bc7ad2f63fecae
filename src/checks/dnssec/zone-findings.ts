import type { Finding, Fix } from '../../core/finding.ts';
import { english } from '../../core/language.ts';
import type { RecordData, SecurityReason, SignatureSeen, ZoneLink } from '../../core/lookup.ts';
import { inWords, MAX_SHOWN } from '../evidence.ts';
import { algorithmOf, digestOf, isRsa, type Use } from './algorithms.ts';
import type { DnssecFacts, JudgedAnswer } from './collect.ts';
import { dsRecordOf } from './parse.ts';
import { rules } from './rules.ts';
import { shownZone } from './state.ts';

const DAY_SECONDS = 86_400;
const URGENT_SECONDS = 7 * DAY_SECONDS;
/** Signers renew with a fifth of the time left or more (BIND 5 of 14 days, OpenDNSSEC 3 of 14, PowerDNS 7 of 21); less than an eighth was forgotten. */
const URGENT_SHARE = 1 / 8;
const LONG_SECONDS = 180 * DAY_SECONDS;
const LEAST_RSA_BITS = 2048;
const MOST_ITERATIONS = 100;
const SEP = 0x0001;
const REVOKED = 0x0080;

/** RFC 5011 §2.1. */
export function isRevoked({ flags }: Pick<RecordData['DNSKEY'], 'flags'>): boolean {
  return (flags & REVOKED) !== 0;
}

/** RFC 4034 §2.1.1: the flag is a hint for people and tools, validators do without it. */
export function isEntryPoint({ flags }: Pick<RecordData['DNSKEY'], 'flags'>): boolean {
  return (flags & SEP) !== 0;
}

/** The keys that a DS record can be of: those marked as entry points, otherwise all. */
export function entryKeys(keys: readonly RecordData['DNSKEY'][]): RecordData['DNSKEY'][] {
  const usable = keys.filter(key => !isRevoked(key));
  const marked = usable.filter(isEntryPoint);
  return marked.length > 0 ? marked : usable;
}

/** Wrong DS records are fixed at the registrar, everything else where the zone is signed. */
export function fixFor({ zone, reason }: ZoneLink, keys: readonly RecordData['DNSKEY'][]): Partial<Fix> {
  const [key] = entryKeys(keys);
  if (!['DIGEST_INVALID', 'NO_SEP', 'DNSKEY_REVOKED_DS'].includes(reason?.code ?? '')) return {};
  if (!key && keys.length > 0) return { kind: 'dnsHost', text: 'Every key of the zone is revoked (RFC 5011 §2.1): make a new key, sign the zone with it, then replace the DS records at the registrar by the one of the new key.' };
  if (!key) return { kind: 'registrar', text: 'The zone has no keys any more: have the registrar remove the DS records, or sign the zone again.' };
  return { kind: 'registrar', text: 'Replace the DS records at the registrar by the one of the key that the zone has.', record: dsRecordOf(zone, key) };
}

/** Must-not algorithms among keys and DS records, none that resolvers verify, or one that is not recommended; each is evidence against itself alone. */
export function judgeAlgorithm({ ds, keys }: ZoneLink): Finding {
  const numbers = [...new Set([...ds, ...keys].map(({ algorithm }) => algorithm))].toSorted((a, b) => a - b);
  const evidenceOf = (some: readonly number[]) => some.map(number => `algorithm ${number} (${algorithmOf(number).name})`);
  const namesOf = (some: readonly number[]) => inWords(some.map(number => algorithmOf(number).name));
  const usedAs = (use: Use) => numbers.filter(number => algorithmOf(number).use === use);
  const forbidden = usedAs('forbidden');
  if (forbidden.length > 0) return rules.algo.fail(evidenceOf(forbidden), { title: `The zone is signed with ${namesOf(forbidden)}, which is no longer safe` });
  const useless = isUseless(ds.map(({ algorithm }) => algorithmOf(algorithm).use));
  if (useless) return rules.algo.fail(evidenceOf(usedAs('unknown')), { title: 'The zone is signed with an algorithm that resolvers do not verify' });
  const discouraged = usedAs('discouraged');
  if (discouraged.length > 0) return rules.algo.fail(evidenceOf(discouraged), { title: `The zone is signed with ${namesOf(discouraged)}, which is not recommended`, ...NOT_RECOMMENDED });
  return rules.algo.pass(evidenceOf(numbers));
}

const NOT_RECOMMENDED = {
  severity: 'info',
  detail: 'Resolvers verify it, and its signatures cannot be forged. They are larger than those of other algorithms and gain nothing over them.',
  fix: { text: 'Choose ECDSAP256SHA256 (13) at the next change of keys.' },
} as const;

/** A weak digest does little harm next to a good one, as resolvers then ignore it (RFC 4509 §3). */
export function judgeDigest({ ds }: ZoneLink): Finding {
  const evidence = ds.slice(0, MAX_SHOWN).map(({ keyTag, digestType }) => `DS ${keyTag}: ${digestOf(digestType).name}`);
  const uses = ds.map(({ digestType }) => digestOf(digestType).use);
  if (isUseless(uses)) return rules.dsdigest.fail(evidence, { title: 'The DS records use a digest that resolvers do not know' });
  if (!uses.includes('forbidden')) return rules.dsdigest.pass(evidence);
  return uses.includes('good')
    ? rules.dsdigest.fail(evidence, { severity: 'low', title: 'A DS record with an outdated digest exists alongside a good one', fix: { text: 'Have the registrar remove the DS record with the outdated digest.' } })
    : rules.dsdigest.fail(evidence);
}

function isUseless(uses: readonly Use[]): boolean {
  return uses.length > 0 && uses.every(use => use === 'unknown');
}

/** RFC 9276 §3.1 and §3.2. */
export function judgeIterations({ denial }: ZoneLink): Finding {
  const rule = rules['nsec3.iterations'];
  if (!denial) return rule.notApplicable('No answer showed how the zone proves absence');
  if (denial.kind === 'nsec') return rule.pass(['NSEC']);
  const evidence = [`NSEC3, ${denial.iterations} additional iterations, salt of ${denial.saltBytes} bytes`];
  if (denial.iterations === 0) return rule.pass(evidence);
  if (denial.iterations <= MOST_ITERATIONS) return rule.fail(evidence);
  return rule.fail(evidence, { severity: 'medium', title: `NSEC3 hashes names ${denial.iterations + 1} times, so resolvers treat what does not exist as unsigned` });
}

/** Signatures that hold; those that do not are reported by other rules. */
function soundOf({ signatures }: ZoneLink): SignatureSeen[] {
  return signatures.filter(({ fault }) => fault === null);
}

export function judgeExpiry(link: ZoneLink, nowSeconds: number): Finding {
  const rule = rules['rrsig.expiry'];
  const sound = soundOf(link);
  if (sound.length === 0) return rule.notApplicable('No signature of the zone holds');
  const old = sound.filter(({ inception, expiration }) => expiration - nowSeconds < Math.min(URGENT_SECONDS, (expiration - inception) * URGENT_SHARE));
  if (old.length > 0) return rule.fail(old.slice(0, MAX_SHOWN).map(signatureLine));
  const long = sound.filter(({ inception, expiration }) => expiration - inception > LONG_SECONDS);
  if (long.length > 0) return rule.fail(long.slice(0, MAX_SHOWN).map(signatureLine), foreverLong);
  return rule.pass([`${sound.length} signatures, the first expires on ${dateOf(Math.min(...sound.map(({ expiration }) => expiration)))}`]);
}

const foreverLong = {
  severity: 'low',
  title: 'Signatures of the zone are valid for more than half a year',
  detail: 'An old answer whose signature still holds can be played back to users long after the record was changed.',
  fix: { text: 'Sign for days or weeks, such as 14 days, and renew automatically.' },
} as const;

export function judgeKeySize({ keys }: ZoneLink): Finding {
  const evidence = keys.slice(0, MAX_SHOWN).map(({ keyTag, algorithm, bits }) => `key ${keyTag}: ${algorithmOf(algorithm).name}${bits === null ? '' : `, ${bits} bits`}`);
  const short = keys.filter(({ algorithm, bits }) => isRsa(algorithm) && bits !== null && bits < LEAST_RSA_BITS);
  if (keys.length === 0) return rules.keysize.notApplicable('The keys of the zone could not be seen');
  return short.length > 0 ? rules.keysize.fail(evidence, { title: `The zone is signed with an RSA key of ${Math.min(...short.map(({ bits }) => bits!))} bits` }) : rules.keysize.pass(evidence);
}

/** Answers that say that there is nothing (RFC 4035 §5.4), and those that the zone proves not to exist. */
export function judgeProofs({ contradictions }: ZoneLink, { answers }: DnssecFacts): Finding {
  if (contradictions.length > 0) return rules.denial.fail(contradictions.slice(0, MAX_SHOWN).map(reasonLine), { title: 'The zone denies records that it has' });
  const absences = answers.filter(({ absent }) => absent);
  const broken = absences.filter(({ security }) => security.status === 'bogus');
  if (broken.length > 0) return rules.denial.fail(broken.slice(0, MAX_SHOWN).map(answerLine));
  const unclear = absences.find(({ security }) => security.status === 'indeterminate')?.security.reason;
  if (unclear) return rules.denial.unknown(unclear.detail);
  return absences.length > 0 ? rules.denial.pass(absences.map(({ name, type }) => `${name}/${type} does not exist`)) : rules.denial.notApplicable('Nothing was asked for that does not exist');
}

/** One judged answer as evidence. */
export function answerLine({ name, type, security: { reason } }: JudgedAnswer): string {
  return reason ? reasonLine(reason) : `${name}/${type}`;
}

/** The code of a reason, its zone and its words, as evidence. */
export function reasonLine({ code, zone, detail }: SecurityReason): string {
  return `${code} in ${shownZone(zone)}: ${detail}`;
}

/** DS records and keys as evidence. */
export function keyLines({ ds, keys }: ZoneLink): string[] {
  return [
    ...ds.slice(0, MAX_SHOWN).map(({ keyTag, algorithm, digestType }) => `DS ${keyTag}, algorithm ${algorithm}, ${digestOf(digestType).name}`),
    ...keys.slice(0, MAX_SHOWN).map(({ keyTag, algorithm, flags }) => `DNSKEY ${keyTag}, algorithm ${algorithm}, flags ${flags}`),
  ];
}

function signatureLine({ name, typeCovered, keyTag, inception, expiration }: SignatureSeen): string {
  return `${shownZone(name)}/${typeCovered} by key ${keyTag}: ${dateOf(inception)} to ${dateOf(expiration)}`;
}

function dateOf(epochSeconds: number): string {
  return english.isoDay(epochSeconds * 1000);
}
