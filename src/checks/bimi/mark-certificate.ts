import { createHash, X509Certificate } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { readElement, readElements, TAG, type Element } from '../../core/der.ts';

/** A verified or common mark certificate: who may use which logo. Times in epoch milliseconds. */
export interface MarkCertificate {
  issuer: string;
  /** DNS names of the subject alternative name, lower case. */
  names: readonly string[];
  notBefore: number;
  notAfter: number;
  /** Whether it was issued for brand indicators. */
  forIndicators: boolean;
  /** Digests of the logo, as the certificate lists them and of the copy in it; none where there is no logo. */
  logo: readonly Digest[];
  /** What is wrong between it and the authorities behind it; null where each is signed by the next. */
  chainFault: string | null;
}

/** Lower-case hex. */
export interface Digest {
  algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512';
  value: string;
}

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]{1,65536}-----END CERTIFICATE-----/g;
const MAX_CERTIFICATES = 6;
const MAX_ELEMENTS = 100;
const MAX_LOGO_BYTES = 262_144;
/** id-kp-BrandIndicatorforMessageIdentification (draft-chuang-bimi-certificate). */
const FOR_INDICATORS = '1.3.6.1.5.5.7.3.31';
/** id-pe-logotype (RFC 9399 §4.1). */
const LOGOTYPE = '2b0601050507010c';
const ALGORITHMS: Readonly<Record<string, Digest['algorithm']>> = {
  '2b0e03021a': 'sha1', '608648016503040201': 'sha256', '608648016503040202': 'sha384', '608648016503040203': 'sha512',
};

/** The certificate in a PEM file that ends with the authorities behind it, or why there is none; total on any input. */
export function readMarkCertificate(pem: string): MarkCertificate | { unreadable: string } {
  const blocks = pem.match(PEM) ?? [];
  if (blocks.length === 0) return { unreadable: 'the file has no certificate in PEM form' };
  try {
    const chain = blocks.slice(0, MAX_CERTIFICATES).map(block => new X509Certificate(block));
    return describe(chain[0]!, chain);
  } catch {
    return { unreadable: 'a certificate in the file cannot be read' };
  }
}

/** The digests of `text` that a certificate may name: of the file, and with the line ends that RFC 6170 §5.2 demands. */
export function digestsOf(text: string, algorithm: Digest['algorithm']): string[] {
  return [text, `\ufeff${text}`, text.replaceAll(/\r\n?/g, '\n')].map(form => digest(Buffer.from(form), algorithm));
}

function describe(leaf: X509Certificate, chain: readonly X509Certificate[]): MarkCertificate {
  return {
    issuer: leaf.issuer.replaceAll('\n', ', '),
    names: [...(leaf.subjectAltName ?? '').matchAll(/DNS:([^,\s"]+)/g)].map(([, name]) => name!.toLowerCase()),
    notBefore: leaf.validFromDate.getTime(),
    notAfter: Math.min(...chain.map(({ validToDate }) => validToDate.getTime())),
    forIndicators: leaf.keyUsage?.includes(FOR_INDICATORS) ?? false,
    logo: logoOf(leaf.raw),
    chainFault: faultOf(chain),
  };
}

function faultOf(chain: readonly X509Certificate[]): string | null {
  const [leaf, next] = chain;
  if (leaf!.checkIssued(leaf!)) return 'the certificate has signed itself';
  if (!next) return 'the certificate of the authority that issued it is not in the file';
  const broken = chain.slice(1).findIndex((issuer, at) => !issuer.ca || !chain[at]!.checkIssued(issuer) || !chain[at]!.verify(issuer.publicKey));
  return broken < 0 ? null : `certificate ${broken + 1} in the file was not issued by the next one`;
}

/** The digests in the logotype extension (RFC 9399 §4.1): subjectLogo [2], direct [0], images. */
function logoOf(certificate: Uint8Array): Digest[] {
  const value = extensionOf(certificate, LOGOTYPE);
  const subject = value && inside(value).find(({ tag }) => tag === 0xa2);
  const direct = subject && readElement(subject.content);
  const images = direct?.tag === 0xa0 ? readElement(direct.content) : null;
  return images?.tag === TAG.sequence ? inside(images).flatMap(image => digestsOfImage(inside(image)[0])) : [];
}

/** LogotypeDetails: media type, digests, addresses; the address is the file itself (RFC 6170 §4). */
function digestsOfImage(details: Element | undefined): Digest[] {
  const [, hashes, addresses] = details ? inside(details) : [];
  const listed = hashes ? inside(hashes).flatMap(hash => {
    const [algorithm, value] = inside(hash);
    const name = algorithm && ALGORITHMS[hex(inside(algorithm)[0]?.content)];
    return name && value ? [{ algorithm: name, value: hex(value.content) }] : [];
  }) : [];
  const embedded = addresses ? inside(addresses).flatMap(({ content }) => logoIn(Buffer.from(content).toString('latin1')) ?? []) : [];
  return [...listed, ...embedded.map(bytes => ({ algorithm: 'sha256' as const, value: digest(bytes, 'sha256') }))];
}

function logoIn(address: string): Buffer | null {
  const bytes = /^data:image\/svg\+xml[^,]{0,40};base64,/i.test(address) ? Buffer.from(address.slice(address.indexOf(',') + 1), 'base64') : null;
  try {
    return bytes && bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: MAX_LOGO_BYTES }) : bytes;
  } catch {
    return null;
  }
}

/** The value of an extension (RFC 5280 §4.1): inside the [3] of the signed part, behind its OID and the mark of being critical. */
function extensionOf(certificate: Uint8Array, oid: string): Element | null {
  const signed = readElement(readElement(certificate)?.content ?? new Uint8Array());
  const list = signed && inside(signed).find(({ tag }) => tag === 0xa3);
  const extensions = list && readElement(list.content);
  const found = extensions && inside(extensions).map(inside).find(([id]) => hex(id?.content) === oid);
  const value = found?.at(-1);
  return value?.tag === TAG.octetString ? readElement(value.content) : null;
}

function inside({ content }: Element): Element[] {
  return readElements(content, MAX_ELEMENTS);
}

function hex(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('hex');
}

function digest(bytes: Uint8Array, algorithm: Digest['algorithm']): string {
  return createHash(algorithm).update(bytes).digest('hex');
}
