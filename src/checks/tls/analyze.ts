import type { Finding } from '../../core/finding.ts';
import { english } from '../../core/language.ts';
import { describeFailure } from '../../core/lookup.ts';
import type { CertificateSeen, HandshakeReply, OldVersionReply } from '../../core/outside/probes.ts';
import { complete } from '../complete.ts';
import { briefly, clip } from '../evidence.ts';
import type { TlsFacts } from './collect.ts';
import { lifetimeDays, maxLifetimeDays } from './lifetimes.ts';
import { rules } from './rules.ts';

/** What the web check knows. */
export interface Others {
  /** Whether the website answers over plain http. */
  plainAnswers: boolean;
}

type Handshake = Extract<HandshakeReply, { outcome: 'answered' }>;

const DAY_MS = 86_400_000;
const SOON = { days: 30, share: 1 / 3 };
const VERY_SOON = { days: 14, share: 1 / 6 };
const MIN_RSA_BITS = 2048;
const MIN_CURVE_BITS = 256;

/** Judges the handshake and the answer to an old client. */
export function analyzeTls({ domain, host, addresses, handshake, oldVersion, at }: TlsFacts, { plainAnswers }: Others): Finding[] {
  if (handshake === null || oldVersion === null) {
    return complete(rules, [], rule => (addresses.outcome === 'failed' ? rule.unknown(describeFailure('A', domain, addresses)) : rule.notApplicable('The domain has no website')));
  }
  if (handshake.outcome === 'answered') return [...judgeCertificates(handshake, host!, at), judgeVersion(handshake, oldVersion)];
  const noHttps = plainAnswers && handshake.stage === 'connect';
  return complete(rules, [], rule => (noHttps ? rule.notApplicable('The website answers over plain http only') : rule.unknown(handshake.cause)));
}

function judgeCertificates(handshake: Handshake, host: string, at: number): Finding[] {
  const { chain, refused } = handshake;
  const leaf = chain[0]!;
  return [judgeExpiry(leaf, at), judgeChain(handshake), judgeName(handshake, host), judgeKeys(chain), judgeSignatures(chain), judgeLifetime(leaf, refused?.reason === 'chain')];
}

/** Of certificates that live for less than 90 days a share of their life counts, for they are renewed later. */
function judgeExpiry(leaf: CertificateSeen, at: number): Finding {
  const { notBefore, notAfter } = leaf;
  const evidence = [`valid from ${dayOf(notBefore)} until ${dayOf(notAfter)}`];
  if (at > notAfter) return rules.expiry.fail(evidence, { title: 'The certificate of the website has expired' });
  if (at < notBefore) return rules.expiry.fail(evidence, { title: 'The certificate of the website is not valid yet' });
  const within = ({ days, share }: typeof SOON) => notAfter - at < Math.min(days * DAY_MS, (notAfter - notBefore) * share);
  const days = Math.floor((notAfter - at) / DAY_MS);
  const title = `The website certificate expires ${days === 0 ? 'within a day' : `in ${english.plural(days, { one: 'day', other: 'days' })}`}`;
  if (within(VERY_SOON)) return rules.expiry.fail(evidence, { title });
  return within(SOON) ? rules.expiry.fail(evidence, { title, severity: 'low' }) : rules.expiry.pass(evidence);
}

/** Of a certificate that is out of date, that is all that clients say. */
function judgeChain({ chain, refused }: Handshake): Finding {
  const shown = chain.map(({ subject, issuer }) => `${subject} (issued by ${issuer})`);
  if (refused?.reason === 'chain') return rules.chain.fail(briefly([refused.cause, ...shown]), titleOf(chain));
  return refused?.reason === 'expired' ? rules.chain.notApplicable('The certificate is out of date, so its chain was not judged') : rules.chain.pass(briefly(shown));
}

function titleOf([leaf, next]: readonly CertificateSeen[]): { title?: string } {
  if (leaf!.subject === leaf!.issuer) return { title: 'The website has signed its certificate itself, so browsers do not trust it' };
  return next === undefined ? { title: 'The website sends its certificate without the intermediate one, so many clients do not trust it' } : {};
}

function judgeName({ chain, namesHost }: Handshake, host: string): Finding {
  const names = chain[0]!.names;
  const evidence = [`wanted: ${host}`, clip(`in the certificate: ${names.length > 0 ? names.join(', ') : 'no name'}`)];
  return namesHost ? rules.name.pass(evidence) : rules.name.fail(evidence);
}

/** What was signed by someone else: the signature and the key of a root that is sent along are of no account. */
function withoutRoot(chain: readonly CertificateSeen[]): CertificateSeen[] {
  return chain.filter(({ subject, issuer }, at) => at === 0 || subject !== issuer);
}

function judgeKeys(chain: readonly CertificateSeen[]): Finding {
  const shown = (certificate: CertificateSeen) => `${certificate.subject}: ${certificate.key.type} ${certificate.key.bits ?? ''}`.trimEnd();
  const short = withoutRoot(chain).filter(({ key }) => isShort(key));
  return short.length > 0 ? rules.key.fail(briefly(short.map(shown))) : rules.key.pass(briefly(chain.map(shown)));
}

function isShort({ type, bits }: CertificateSeen['key']): boolean {
  if (type === 'DSA') return true;
  return bits !== null && bits < (type === 'RSA' ? MIN_RSA_BITS : MIN_CURVE_BITS);
}

function judgeSignatures(chain: readonly CertificateSeen[]): Finding {
  const shown = ({ subject, signatureAlgorithm }: CertificateSeen) => `${subject}: ${signatureAlgorithm}`;
  const broken = withoutRoot(chain).filter(({ signatureAlgorithm }) => /sha-?1(?!\d)|md[245]/i.test(signatureAlgorithm));
  return broken.length > 0 ? rules.signature.fail(briefly(broken.map(shown))) : rules.signature.pass(briefly(chain.map(shown)));
}

/** Private authorities may issue as they like; one that is not trusted is reported elsewhere. */
function judgeLifetime(leaf: CertificateSeen, untrusted: boolean): Finding {
  if (untrusted) return rules.lifetime.notApplicable('The limit holds for certificates of trusted authorities');
  const [days, limit] = [lifetimeDays(leaf), maxLifetimeDays(leaf.notBefore)];
  const evidence = [`valid for ${Math.ceil(days)} days, issued on ${dayOf(leaf.notBefore)}${limit === null ? '' : `, limit ${limit} days`}`];
  return limit !== null && days > limit ? rules.lifetime.fail(evidence) : rules.lifetime.pass(evidence);
}

const BELOW_TLS12: ReadonlySet<string> = new Set(['SSLv3', 'TLSv1', 'TLSv1.1']);

/** Silence or nonsense in reply to an old client turns it away as well; only a connection that fails tells nothing. */
function judgeVersion({ protocol }: Handshake, oldVersion: OldVersionReply): Finding {
  if (BELOW_TLS12.has(protocol)) {
    return rules.version.fail([`newest version: ${spell(protocol)}`], { severity: 'high', title: 'The website speaks only versions of TLS that browsers have given up' });
  }
  if (oldVersion.outcome === 'failed') return oldVersion.stage === 'tls' ? rules.version.pass([oldVersion.cause]) : rules.version.unknown(oldVersion.cause);
  if (oldVersion.version === null || !BELOW_TLS12.has(oldVersion.version)) return rules.version.pass([`a client that speaks TLS 1.1 at most is turned away`]);
  const evidence = [`a client that speaks TLS 1.1 at most gets ${spell(oldVersion.version)}`];
  return oldVersion.version === 'SSLv3' ? rules.version.fail(evidence, { severity: 'high', title: 'The website still offers SSL 3.0' }) : rules.version.fail(evidence);
}

/** `TLS 1.0` for `TLSv1`, as people know it. */
export function spell(version: string): string {
  return version === 'TLSv1' ? 'TLS 1.0' : version === 'SSLv3' ? 'SSL 3.0' : version.replace('TLSv', 'TLS ');
}

/** In UTC. */
function dayOf(ms: number): string {
  return Number.isFinite(ms) ? english.isoDay(ms) : 'unknown';
}
