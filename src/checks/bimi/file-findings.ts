import { registrableDomain } from '../../core/domain-name.ts';
import type { Finding } from '../../core/finding.ts';
import type { BoundRule } from '../../core/findings/rules.ts';
import { describeFailure } from '../../core/lookup.ts';
import { isLate, type WebReply } from '../../core/outside/probes.ts';
import { complete } from '../complete.ts';
import { briefly, clip } from '../evidence.ts';
import type { BimiFacts, Fetched } from './facts.ts';
import { faultsOfLogo } from './logo.ts';
import { digestsOf, readMarkCertificate, type MarkCertificate } from './mark-certificate.ts';
import { rules } from './rules.ts';

/** What mailbox providers take (draft-svg-tiny-ps-abrotman §2). */
const MAX_LOGO_BYTES = 32_768;
const DAY_MS = 86_400_000;
const SOON_DAYS = 30;

const certificateRules = { vmc: rules.vmc, name: rules['vmc.name'], logo: rules['vmc.logo'], expiry: rules['vmc.expiry'] };

/** Judges the files that the record at `default._bimi.<holder>` names. */
export function judgeFiles(facts: BimiFacts, holder: string): Finding[] {
  return [judgeLogo(facts.logo), ...judgeCertificate(facts, holder)];
}

function judgeLogo(fetched: Fetched | null): Finding {
  if (!fetched) return rules.svg.notApplicable('The record names no logo that can be fetched');
  const file = fileOf(fetched, rules.svg);
  if ('id' in file) return file;
  const { hard, soft } = faultsOfLogo(file.body);
  const type = file.contentType?.split(';', 1)[0]!.trim().toLowerCase() ?? 'none';
  const lesser = [
    ...soft,
    ...(type === 'image/svg+xml' ? [] : [`the content type is ${clip(type)} and not image/svg+xml`]),
    ...(Buffer.byteLength(file.body) > MAX_LOGO_BYTES ? ['the file is larger than 32 KiB'] : []),
  ];
  if (hard.length > 0) return rules.svg.fail(briefly([fetched.url, ...hard, ...lesser]));
  if (lesser.length === 0) return rules.svg.pass([clip(fetched.url)]);
  return rules.svg.fail(briefly([fetched.url, ...lesser]), { severity: 'low', title: 'Some mailbox providers will not show the BIMI logo' });
}

function judgeCertificate({ certificate, logo, domain, now }: BimiFacts, holder: string): Finding[] {
  if (!certificate) return Object.values(certificateRules).map(rule => rule.notApplicable('The record names no certificate that can be fetched'));
  const file = fileOf(certificate, rules.vmc);
  const unread = (finding: Finding) => complete(certificateRules, [finding], rule => rule.notApplicable('There is no certificate to read'));
  if ('id' in file) return unread(file);
  const read = readMarkCertificate(file.body);
  if ('unreadable' in read) return unread(rules.vmc.fail([clip(certificate.url), read.unreadable]));
  return [judgeOrigin(read, certificate.url), judgeName(read, [domain, holder]), judgeMatch(read, logo), judgeExpiry(read, Date.parse(now))];
}

function judgeOrigin({ forIndicators, chainFault, issuer }: MarkCertificate, url: string): Finding {
  const faults = [...(forIndicators ? [] : ['the certificate was not issued for brand indicators']), ...(chainFault === null ? [] : [chainFault])];
  const evidence = [clip(url), clip(`issued by ${issuer}`)];
  return faults.length > 0 ? rules.vmc.fail([...evidence, ...faults]) : rules.vmc.pass(evidence);
}

/** The certificate may name the domain, the organizational domain, or the name of the record. */
function judgeName({ names }: MarkCertificate, domains: readonly string[]): Finding {
  const accepted = new Set(domains.flatMap(domain => [domain, registrableDomain(domain) ?? domain]).flatMap(name => [name, `default._bimi.${name}`]));
  const evidence = [clip(`the certificate names ${names.join(', ') || 'no domain'}`)];
  return names.some(name => accepted.has(name)) ? rules['vmc.name'].pass(evidence) : rules['vmc.name'].fail(evidence);
}

function judgeMatch({ logo: digests }: MarkCertificate, logo: Fetched | null): Finding {
  if (digests.length === 0) return rules['vmc.logo'].fail(['the certificate has no logo in it']);
  if (logo?.reply?.outcome !== 'answered' || logo.reply.status !== 200 || logo.reply.truncated) return rules['vmc.logo'].notApplicable('There is no logo to compare the certificate with');
  const { body } = logo.reply;
  const same = digests.some(({ algorithm, value }) => digestsOf(body, algorithm).includes(value));
  return same ? rules['vmc.logo'].pass() : rules['vmc.logo'].fail([clip(logo.url), ...briefly(digests.map(({ algorithm, value }) => `in the certificate: ${algorithm} ${value}`))]);
}

function judgeExpiry({ notBefore, notAfter }: MarkCertificate, nowMs: number): Finding {
  const evidence = [`valid from ${new Date(notBefore).toISOString()} until ${new Date(notAfter).toISOString()}`];
  if (notBefore > nowMs) return rules['vmc.expiry'].fail(evidence, { title: 'The certificate of the BIMI logo is not valid yet' });
  if (notAfter <= nowMs) return rules['vmc.expiry'].fail(evidence);
  if (notAfter - nowMs >= SOON_DAYS * DAY_MS) return rules['vmc.expiry'].pass(evidence);
  return rules['vmc.expiry'].fail(evidence, { severity: 'low', title: `The certificate of the BIMI logo expires in ${Math.floor((notAfter - nowMs) / DAY_MS)} days` });
}

/** The file, or what its absence means: a host that cannot be reached from here says nothing. */
function fileOf({ url, host, reply }: Fetched, rule: BoundRule): Extract<WebReply, { outcome: 'answered' }> | Finding {
  if (host.outcome === 'failed') return rule.unknown(describeFailure('A', new URL(url).hostname, host), { severity: 'info' });
  if (reply === null) return rule.fail([clip(`${url}: the host has no address`)]);
  if (reply.outcome === 'failed') {
    const cause = clip(`${url}: ${reply.cause}`);
    return (reply.stage === 'tls' || reply.stage === 'http') && !isLate(reply) ? rule.fail([cause]) : rule.unknown(cause, { severity: 'info' });
  }
  if (reply.status !== 200) return rule.fail([clip(`${url}: status ${reply.status}${reply.location === null ? '' : `, to ${reply.location}`}`)]);
  return reply.truncated ? rule.fail([clip(`${url}: larger than 128 KiB`)]) : reply;
}
