import { createHash, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import type { CertificateSeen } from '../../core/outside/probes.ts';
import type { Tlsa } from './collect.ts';

/** Certificate usages of RFC 6698 §2.1.1, by RFC 7218's names. */
export const usages = { pkixTa: 0, pkixEe: 1, daneTa: 2, daneEe: 3 } as const;

/** Hex digits of the association, by matching type (RFC 6698 §2.1.3); 0 is the whole. */
const digestDigits: Readonly<Record<number, number>> = { 1: 64, 2: 128 };
const digests: Readonly<Record<number, string>> = { 1: 'sha256', 2: 'sha512' };

/** Why senders cannot use the record (RFC 7672 §3.1.3, RFC 6698 §2.1); null where they can. */
export function uselessness({ usage, selector, matchingType, association }: Tlsa): string | null {
  if (usage === usages.pkixTa || usage === usages.pkixEe) return `usage ${usage} is not for mail`;
  if (usage > usages.daneEe) return `usage ${usage} is not known`;
  if (selector > 1) return `selector ${selector} is not known`;
  if (matchingType > 2) return `matching type ${matchingType} is not known`;
  const digits = digestDigits[matchingType];
  return digits !== undefined && association.length !== digits ? `the digest has ${association.length / 2} bytes in place of ${digits / 2}` : null;
}

/** What the server showed, and whose server it should be. */
export interface Shown {
  /** As sent, the server's own certificate first. */
  chain: readonly CertificateSeen[];
  /** Reference identifiers: the host of the MX record and the domain (RFC 7672 §3.2.2). */
  names: readonly string[];
  /** Epoch milliseconds. */
  now: number;
}

/** Whether a sender that goes by `record` accepts the server. */
export function accepts(record: Tlsa, shown: Shown): boolean {
  const [leaf] = shown.chain;
  if (leaf === undefined || uselessness(record) !== null) return false;
  // RFC 7672 §3.1.1: neither names nor dates count.
  return record.usage === usages.daneEe ? fits(record, leaf) : acceptsByAuthority(record, shown);
}

/** The record's data for one certificate (RFC 6698 §2.1.4). */
export function associationOf({ selector, matchingType }: Pick<Tlsa, 'selector' | 'matchingType'>, { der, spki }: Pick<CertificateSeen, 'der' | 'spki'>): string {
  const selected = Buffer.from(selector === 0 ? der : spki, 'base64');
  const digest = digests[matchingType];
  return digest === undefined ? selected.toString('hex') : createHash(digest).update(selected).digest('hex');
}

function fits(record: Tlsa, certificate: CertificateSeen): boolean {
  return associationOf(record, certificate) === record.association;
}

/** RFC 7672 §3.1.2: the server's certificate must lead to the authority, be in date, and name the host or the domain. */
function acceptsByAuthority(record: Tlsa, { chain, names, now }: Shown): boolean {
  const path = pathOf(chain);
  const [leaf] = path;
  if (!leaf || !names.some(name => leaf.certificate.checkHost(name, { partialWildcards: false }) !== undefined)) return false;
  const authorityAt = path.findIndex(({ seen }, at) => at > 0 && fits(record, seen));
  const key = record.matchingType === 0 ? keyOf(record) : null;
  const signedAt = key === null ? -1 : path.findIndex(({ certificate }) => isSignedBy(certificate, key));
  const needed = authorityAt >= 0 ? path.slice(0, authorityAt + 1) : path.slice(0, signedAt + 1);
  return needed.length > 0 && needed.every(({ seen }) => seen.notBefore <= now && now <= seen.notAfter);
}

interface Link {
  seen: CertificateSeen;
  certificate: X509Certificate;
}

/** From the server's certificate upwards, each signed by the next, as far as the chain goes. */
function pathOf(chain: readonly CertificateSeen[]): Link[] {
  const links = chain.flatMap(seen => {
    const certificate = parse(seen.der);
    return certificate ? [{ seen, certificate }] : [];
  });
  const path = links[0]?.seen === chain[0] ? links.slice(0, 1) : [];
  for (let last = path[0]; last; path.push(last)) {
    const below: Link = last;
    last = links.find(link => !path.includes(link) && issued(link.certificate, below.certificate));
    if (!last) break;
  }
  return path;
}

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && isSignedBy(certificate, issuer.publicKey);
}

function isSignedBy(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.verify(key);
  } catch {
    return false;
  }
}

/** The key in a record that holds a certificate or a key whole (RFC 7671 §5.2.2); null where it cannot be read. */
function keyOf({ selector, association }: Tlsa): KeyObject | null {
  const bytes = Buffer.from(association, 'hex');
  try {
    return selector === 0 ? new X509Certificate(bytes).publicKey : createPublicKey({ key: bytes, format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

function parse(der: string): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(der, 'base64'));
  } catch {
    return null;
  }
}
