import type { X509Certificate } from 'node:crypto';
import { readElement, readElements } from '../../core/der.ts';
import type { CertificateSeen } from '../../core/outside/probes.ts';

const MAX_TEXT_CHARACTERS = 1000;
const MAX_NAMES = 250;
const MAX_FIELDS = 16;
const EXPLICIT_VERSION = 0xa0;
const SPKI_AFTER_SERIAL = 5;

/** What checks read of `certificate`; the texts of the certificate are made harmless and cut where they are long. */
export function certificateSeen(certificate: X509Certificate): CertificateSeen {
  return {
    subject: nameText(certificate.subject),
    issuer: nameText(certificate.issuer),
    names: namesOf(certificate.subjectAltName ?? ''),
    notBefore: certificate.validFromDate.getTime(),
    notAfter: certificate.validToDate.getTime(),
    serialNumber: certificate.serialNumber,
    signatureAlgorithm: certificate.signatureAlgorithm ?? 'unknown',
    key: keyOf(certificate),
    der: certificate.raw.toString('base64'),
    spki: Buffer.from(publicKeyInfoOf(certificate.raw)).toString('base64'),
  };
}

/** `C=US, O=Let's Encrypt, CN=R11`: Node writes one attribute a line. */
function nameText(name: string | undefined): string {
  return harmless((name ?? '').trim().split('\n').join(', '));
}

/** Node writes `DNS:a.example, IP Address:192.0.2.1`, with quotes around what could be mistaken for it. */
function namesOf(text: string): string[] {
  const entries = text.matchAll(/(DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g);
  return entries.take(MAX_NAMES).map(([, , name]) => harmless(name!).toLowerCase()).toArray();
}

function harmless(text: string): string {
  return text.replace(/[^\x20-\x7e\u00a0-\uffff]/g, '?').slice(0, MAX_TEXT_CHARACTERS);
}

const curveBits: Readonly<Record<string, number>> = {
  prime256v1: 256, secp384r1: 384, secp521r1: 521, secp256k1: 256, brainpoolP256r1: 256, brainpoolP384r1: 384, brainpoolP512r1: 512,
};

/** The key as far as OpenSSL knows its kind. */
function keyOf(certificate: X509Certificate): CertificateSeen['key'] {
  try {
    const { asymmetricKeyType = 'unknown', asymmetricKeyDetails } = certificate.publicKey;
    const bits = asymmetricKeyDetails?.modulusLength ?? curveBits[asymmetricKeyDetails?.namedCurve ?? ''] ?? null;
    return { type: keyNames[asymmetricKeyType] ?? asymmetricKeyType, bits };
  } catch {
    return { type: 'unknown', bits: null };
  }
}

const keyNames: Readonly<Record<string, string>> = {
  rsa: 'RSA', 'rsa-pss': 'RSA', ec: 'EC', ed25519: 'Ed25519', ed448: 'Ed448', dsa: 'DSA', 'ml-dsa-44': 'ML-DSA-44', 'ml-dsa-65': 'ML-DSA-65', 'ml-dsa-87': 'ML-DSA-87',
};

/** The SubjectPublicKeyInfo of a certificate as it stands there (RFC 5280 §4.1); empty where it is none. */
export function publicKeyInfoOf(certificate: Uint8Array): Uint8Array {
  const toBeSigned = readElement(readElement(certificate)?.content ?? new Uint8Array());
  const fields = readElements(toBeSigned?.content ?? new Uint8Array(), MAX_FIELDS);
  const serialAt = fields[0]?.tag === EXPLICIT_VERSION ? 1 : 0;
  return fields[serialAt + SPKI_AFTER_SERIAL]?.whole ?? new Uint8Array();
}
