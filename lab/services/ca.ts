import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate, type KeyObject } from 'node:crypto';
import type { CertificateKind, LabPage } from '../page.ts';
import { bitString, boolean, context, generalizedTime, integer, octetString, oid, sequence, set, utf8String, type Der } from './der.ts';
import { logotype } from './logotype.ts';

const DAY_MS = 86_400_000;

const oids = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2', ecdsaWithSha1: '1.2.840.10045.4.1', commonName: '2.5.4.3', serverAuth: '1.3.6.1.5.5.7.3.1',
  subjectKeyIdentifier: '2.5.29.14', keyUsage: '2.5.29.15', subjectAltName: '2.5.29.17', basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35', extendedKeyUsage: '2.5.29.37',
  brandIndicators: '1.3.6.1.5.5.7.3.31', logotype: '1.3.6.1.5.5.7.1.12',
} as const;

/** A certificate with its key, both PEM, as node:tls takes them. */
export interface Credentials {
  cert: string;
  key: string;
}

/** The lab's own certification authority (RFC 5280); its key lives as long as the process. */
export interface Authority {
  /** The authority's certificate, PEM. */
  pem: string;
  /** A certificate for `host` and `others`, or one that is wrong in the way that is asked for. */
  issue(host: string, kind: CertificateKind, others?: readonly string[]): Credentials;
  /** A mark certificate for `domain` and its logo, an SVG file, with the authority behind it; PEM. */
  issueMark(domain: string, logo: string, kind: NonNullable<LabPage['mark']>): string;
}

/** Epoch milliseconds. */
interface Validity {
  from: number;
  until: number;
}

/** A name with its key. */
export interface Party {
  name: string;
  privateKey: KeyObject;
  /** SubjectPublicKeyInfo, DER. */
  publicKey: Der;
}

/** Makes an authority whose certificates hold at `now` and by the clock of the machine, which TLS clients go by. */
export function createAuthority(now: number, { root = party('Lab Root CA'), web = party('lab web server') }: { root?: Party; web?: Party } = {}): Authority {
  const first = Math.min(now, Date.now());
  const valid = { from: first - DAY_MS, until: Math.max(now, Date.now()) + 45 * DAY_MS };
  const past = { from: valid.from - 90 * DAY_MS, until: valid.from };
  const validities: Partial<Record<CertificateKind, Validity>> = {
    expired: past,
    runsOutSoon: { from: first - 60 * DAY_MS, until: valid.from + 6 * DAY_MS },
    runsOutInWeeks: { from: first - 69 * DAY_MS, until: valid.from + 22 * DAY_MS },
    tooLong: { from: valid.from, until: valid.from + 500 * DAY_MS },
  };
  const intermediate = party('Lab Intermediate CA');
  const other = party('DigiCert Lab CA');
  const isAuthority = [
    extension(oids.basicConstraints, sequence(boolean(true)), true),
    extension(oids.keyUsage, bitString(Buffer.of(0x06), 1), true),
  ];
  const pem = certificate(root, root, valid, isAuthority);
  return {
    pem,
    issue(host, kind, others = []) {
      const named = kind === 'wrongName' ? ['another-host.example'] : [host, ...others];
      const holder = kind === 'shortKey' ? shortKeyed() : web;
      const subject = { ...holder, name: named[0]! };
      const issuer = kind === 'selfSigned' ? subject : kind === 'incomplete' ? intermediate : kind === 'otherAuthority' ? other : root;
      const own = certificate(subject, issuer, validities[kind] ?? valid, forServer(named), kind === 'sha1' ? 'sha1' : 'sha256');
      return {
        cert: kind === 'otherAuthority' ? own + certificate(other, root, valid, isAuthority) : own,
        key: holder.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
    issueMark(domain, logo, kind) {
      const extensions = forMark(kind === 'wrongName' ? 'another-brand.example' : domain, kind === 'otherLogo' ? `${logo} ` : logo, kind !== 'wrongPurpose');
      const own = certificate({ ...web, name: 'Lab Brand' }, root, kind === 'expired' ? past : valid, extensions);
      return own + pem;
    },
  };
}

function party(name: string): Party {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { name, privateKey, publicKey: publicKey.export({ type: 'spki', format: 'der' }) };
}

/** RSA with 1024 bits. */
function shortKeyed(): Party {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  return { name: 'lab web server', privateKey, publicKey: publicKey.export({ type: 'spki', format: 'der' }) };
}

function forServer(hosts: readonly string[]): Der[] {
  return [
    extension(oids.basicConstraints, sequence(), true),
    extension(oids.keyUsage, bitString(Buffer.of(0x80), 7), true),
    extension(oids.extendedKeyUsage, sequence(oid(oids.serverAuth))),
    extension(oids.subjectAltName, sequence(...hosts.map(host => context(2, Buffer.from(host), false)))),
  ];
}

function forMark(domain: string, logo: string, forIndicators: boolean): Der[] {
  return [
    extension(oids.basicConstraints, sequence(), true),
    extension(oids.extendedKeyUsage, sequence(oid(forIndicators ? oids.brandIndicators : oids.serverAuth))),
    extension(oids.subjectAltName, sequence(context(2, Buffer.from(domain), false))),
    extension(oids.logotype, logotype(logo)),
  ];
}

/** RFC 5280 §4.1, as PEM. */
function certificate(subject: Party, issuer: Party, validity: Validity, extensions: readonly Der[], hash: 'sha256' | 'sha1' = 'sha256'): string {
  const algorithm = sequence(oid(hash === 'sha1' ? oids.ecdsaWithSha1 : oids.ecdsaWithSha256));
  const body = sequence(
    context(0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(0x40), randomBytes(15)])),
    algorithm,
    distinguishedName(issuer.name),
    sequence(generalizedTime(new Date(validity.from)), generalizedTime(new Date(validity.until))),
    distinguishedName(subject.name),
    subject.publicKey,
    context(3, sequence(
      ...extensions,
      extension(oids.subjectKeyIdentifier, octetString(keyIdentifier(subject))),
      extension(oids.authorityKeyIdentifier, sequence(context(0, keyIdentifier(issuer), false))),
    )),
  );
  const signed = sequence(body, algorithm, bitString(sign(hash, body, issuer.privateKey)));
  return new X509Certificate(signed).toString();
}

function distinguishedName(commonName: string): Der {
  return sequence(set(sequence(oid(oids.commonName), utf8String(commonName))));
}

function keyIdentifier({ publicKey }: Party): Buffer {
  return createHash('sha256').update(publicKey).digest().subarray(0, 20);
}

function extension(id: string, value: Der, critical = false): Der {
  return sequence(oid(id), ...(critical ? [boolean(true)] : []), octetString(value));
}
