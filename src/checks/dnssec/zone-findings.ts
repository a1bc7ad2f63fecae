import type { Finding, Fix } from '../../core/finding.ts';
import type { RecordData, SecurityReason, SignatureSeen, ZoneLink } from '../../core/lookup.ts';
import { inWords, MAX_SHOWN } from '../evidence.ts';
import { found } from '../lookups.ts';
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

/** The keys that a DS record can be of: those marked as entry points, otherwise all. */
export function entryKeys(keys: readonly RecordData['DNSKEY'][]): RecordData['DNSKEY'][] {
  const usable = keys.filter(({ flags }) => (flags & REVOKED) === 0);
  const marked = usable.filter(({ flags }) => (flags & SEP) !== 0);
  return marked.length > 0 ? marked : usable;
}

/** Of the chain down to the zone, and of the records that its zone gave. */
export function judgeBogus(link: ZoneLink, { chain, answers, keys }: DnssecFacts): Finding {
  if (link.status === 'bogus' && link.reason) return rules.bogus.fail([reasonLine(link.reason), ...keyLines(link)], { fix: fixFor(link, keys ? found(keys) : []) });
  const there = answers.filter(({ absent }) => !absent);
  const broken = there.filter(({ security }) => security.status === 'bogus');
  if (broken.length > 0) return rules.bogus.fail(broken.slice(0, MAX_SHOWN).map(answerLine));
  const unclear = there.find(({ security }) => security.status === 'indeterminate')?.security.reason;
  if (unclear) return rules.bogus.unknown(unclear.detail);
  if (link.status === 'insecure') return rules.bogus.notApplicable('Resolvers do not verify the way in which the zone is signed');
  return rules.bogus.pass(chain.map(({ zone, keys: all }) => `${shownZone(zone)}: keys ${inWords(all.map(({ keyTag }) => String(keyTag)))}`));
}

/** Wrong DS records are fixed at the registrar, everything else where the zone is signed. */
function fixFor({ zone, reason }: ZoneLink, keys: readonly RecordData['DNSKEY'][]): Partial<Fix> {
  const [key] = entryKeys(keys);
  if (!['DIGEST_INVALID', 'NO_SEP', 'DNSKEY_REVOKED_DS'].includes(reason?.code ?? '')) return {};
  if (!key) return { kind: 'registrar', text: 'The zone has no keys any more: have the registrar remove the DS records, or sign the zone again.' };
  return { kind: 'registrar', text: 'Replace the DS records at the registrar by the one of the key that the zone has.', record: dsRecordOf(zone, key) };
}

/** Must-not algorithms among keys and DS records, or none that resolvers verify. */
export function judgeAlgorithm({ ds, keys }: ZoneLink): Finding {
  const numbers = [...new Set([...ds, ...keys].map(({ algorithm }) => algorithm))].toSorted((a, b) => a - b);
  const evidence = numbers.map(number => `algorithm ${number} (${algorithmOf(number).name})`);
  const forbidden = numbers.filter(number => algorithmOf(number).use === 'forbidden');
  if (forbidden.length > 0) return rules.algo.fail(evidence, { title: `The zone is signed with ${inWords(forbidden.map(number => algorithmOf(number).name))}, which is no longer safe` });
  const useless = isUseless(ds.map(({ algorithm }) => algorithmOf(algorithm).use));
  return useless ? rules.algo.fail(evidence, { title: 'The zone is signed with an algorithm that resolvers do not verify' }) : rules.algo.pass(evidence);
}

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

function answerLine({ name, type, security: { reason } }: JudgedAnswer): string {
  return reason ? reasonLine(reason) : `${name}/${type}`;
}

/** The code of a reason, its zone and its words, as evidence. */
export function reasonLine({ code, zone, detail }: SecurityReason): string {
  return `${code} in ${shownZone(zone)}: ${detail}`;
}

function keyLines({ ds, keys }: ZoneLink): string[] {
  return [
    ...ds.slice(0, MAX_SHOWN).map(({ keyTag, algorithm, digestType }) => `DS ${keyTag}, algorithm ${algorithm}, ${digestOf(digestType).name}`),
    ...keys.slice(0, MAX_SHOWN).map(({ keyTag, algorithm, flags }) => `DNSKEY ${keyTag}, algorithm ${algorithm}, flags ${flags}`),
  ];
}

function signatureLine({ name, typeCovered, keyTag, inception, expiration }: SignatureSeen): string {
  return `${shownZone(name)}/${typeCovered} by key ${keyTag}: ${dateOf(inception)} to ${dateOf(expiration)}`;
}

function dateOf(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().slice(0, 10);
}
