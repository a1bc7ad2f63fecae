import { severities, type Finding } from '../../core/finding.ts';
import type { TlsOffer } from '../../core/outside/probes.ts';
import { complete } from '../complete.ts';
import { briefly, inWords } from '../evidence.ts';
import { spell } from '../tls/index.ts';
import type { CiphersFacts } from './collect.ts';
import { rules } from './rules.ts';
import { hasForwardSecrecy, isHybrid, isWeakCurve, weaknessOf, type Weakness } from './suites.ts';

const MIN_DH_BITS = 2048;
const BROKEN_DH_BITS = 1024;

/** Judges what the server offers. */
export function analyzeCiphers({ offer }: CiphersFacts): Finding[] {
  if (offer === null) return complete(rules, [], rule => rule.notApplicable('The website does not answer over HTTPS'));
  if (offer.outcome === 'failed') return complete(rules, [], rule => rule.unknown(offer.cause));
  const seen = offer.offer;
  return [judgeSuites(seen), judgeForwardSecrecy(seen), judgePostQuantum(seen), judgeDowngrade(seen), judgeRenegotiation(seen), judgeFields(seen), judgeOrder(seen)];
}

interface Offered {
  version: string;
  suite: string;
}

function offeredIn({ versions }: TlsOffer): Offered[] {
  return versions.flatMap(({ version, suites }) => suites.map(suite => ({ version, suite })));
}

function show({ version, suite }: Offered): string {
  return `${spell(version)}: ${suite}`;
}

function judgeSuites(offer: TlsOffer): Finding {
  const weak = offeredIn(offer).flatMap(offered => {
    const weakness = weaknessOf(offered.suite);
    return weakness ? [{ ...offered, weakness }] : [];
  });
  const worst = weak.map(({ weakness }) => weakness).toSorted(bySeverity);
  if (worst.length === 0) return rules.suites.pass();
  const kinds = [...new Set(worst.map(({ says }) => says))];
  return rules.suites.fail(briefly(weak.map(show)), { severity: worst[0]!.severity, title: `The website offers weak encryption: ${inWords(kinds)}` });
}

function bySeverity(a: Weakness, b: Weakness): number {
  return severities.indexOf(a.severity) - severities.indexOf(b.severity);
}

function judgeForwardSecrecy(offer: TlsOffer): Finding {
  const offered = offeredIn(offer);
  const without = offered.filter(({ suite }) => !hasForwardSecrecy(suite));
  if (without.length === 0) return rules.forward_secrecy.pass();
  const all = { severity: 'medium', title: 'Every connection to the website can be opened later with its key' } as const;
  return rules.forward_secrecy.fail(briefly(without.map(show)), without.length === offered.length ? all : {});
}

function judgePostQuantum({ groups, versions }: TlsOffer): Finding {
  const hybrids = groups.tls13.filter(isHybrid);
  if (hybrids.length > 0) return rules.pq.pass(hybrids);
  const evidence = versions.some(({ version }) => version === 'TLSv1.3') ? [`groups: ${groups.tls13.join(', ')}`] : ['TLS 1.3 is not offered'];
  return rules.pq.fail(briefly(evidence));
}

function judgeDowngrade({ downgradeProtected, versions }: TlsOffer): Finding {
  if (downgradeProtected !== null) return downgradeProtected ? rules.downgrade.pass() : rules.downgrade.fail([`a client that falls back to ${spell(versions[1]!.version)} gets no sign that ${spell(versions[0]!.version)} is offered`]);
  return rules.downgrade.notApplicable(versions.length === 1 ? 'The website offers one version of TLS only' : 'The server turns such clients away in a way of its own');
}

function judgeRenegotiation({ secureRenegotiation }: TlsOffer): Finding {
  if (secureRenegotiation === null) return rules.renegotiation.notApplicable('TLS 1.3 has no renegotiation');
  return secureRenegotiation ? rules.renegotiation.pass() : rules.renegotiation.fail(['the server does not answer the renegotiation_info extension']);
}

function judgeFields({ dhBits, groups }: TlsOffer): Finding {
  const curves = [...new Set([...groups.tls13, ...groups.older])].filter(isWeakCurve);
  const small = dhBits !== null && dhBits < MIN_DH_BITS;
  const evidence = [...(dhBits === null ? [] : [`Diffie-Hellman with ${dhBits} bits`]), ...(curves.length > 0 ? [`curves: ${curves.join(', ')}`] : [])];
  if (!small && curves.length === 0) return rules.dh.pass(evidence);
  return rules.dh.fail(evidence, { severity: curves.length > 0 || dhBits! <= BROKEN_DH_BITS ? 'high' : 'medium' });
}

/** With strong suites alone the client may choose what its machine does fastest. */
function judgeOrder(offer: TlsOffer): Finding {
  const loose = offer.versions.filter(({ serverOrder, suites }) => serverOrder === false && suites.some(suite => weaknessOf(suite)) && !suites.every(suite => weaknessOf(suite)));
  return loose.length > 0 ? rules.order.fail(loose.map(({ version }) => `${spell(version)}: the first of the client's suites is taken`)) : rules.order.pass();
}
