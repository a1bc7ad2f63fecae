import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate, type KeyObject } from 'node:crypto';
import type { LabPage } from '../types.ts';
import { bitString, boolean, context, generalizedTime, integer, octetString, oid, sequence, set, utf8String, type Der } from './der.ts';

const DAY_MS = 86_400_000;

const oids = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2', commonName: '2.5.4.3', serverAuth: '1.3.6.1.5.5.7.3.1',
  subjectKeyIdentifier: '2.5.29.14', keyUsage: '2.5.29.15', subjectAltName: '2.5.29.17', basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35', extendedKeyUsage: '2.5.29.37',
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
  /** A certificate for `host`, or one that is wrong in the way that is asked for. */
  issue(host: string, kind: LabPage['certificate']): Credentials;
}

interface Party {
  name: string;
  privateKey: KeyObject;
  /** SubjectPublicKeyInfo, DER. */
  publicKey: Der;
}

/** Makes an authority whose certificates hold at `now` and by the clock of the machine, which TLS clients go by. */
export function createAuthority(now: number): Authority {
  const root = party('Lab Root CA');
  const web = party('lab web server');
  const key = web.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const valid = { from: Math.min(now, Date.now()) - DAY_MS, until: Math.max(now, Date.now()) + 90 * DAY_MS };
  const past = { from: valid.from - 90 * DAY_MS, until: valid.from };
  const isAuthority = [
    extension(oids.basicConstraints, sequence(boolean(true)), true),
    extension(oids.keyUsage, bitString(Buffer.of(0x06), 1), true),
  ];
  return {
    pem: certificate(root, root, valid, isAuthority),
    issue(host, kind) {
      const named = kind === 'wrongName' ? 'another-host.example' : host;
      const subject = { ...web, name: named };
      return { cert: certificate(subject, kind === 'selfSigned' ? subject : root, kind === 'expired' ? past : valid, forServer(named)), key };
    },
  };
}

function party(name: string): Party {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { name, privateKey, publicKey: publicKey.export({ type: 'spki', format: 'der' }) };
}

function forServer(host: string): Der[] {
  return [
    extension(oids.basicConstraints, sequence(), true),
    extension(oids.keyUsage, bitString(Buffer.of(0x80), 7), true),
    extension(oids.extendedKeyUsage, sequence(oid(oids.serverAuth))),
    extension(oids.subjectAltName, sequence(context(2, Buffer.from(host), false))),
  ];
}

/** RFC 5280 §4.1, as PEM. */
function certificate(subject: Party, issuer: Party, validity: { from: number; until: number }, extensions: readonly Der[]): string {
  const algorithm = sequence(oid(oids.ecdsaWithSha256));
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
  const signed = sequence(body, algorithm, bitString(sign('sha256', body, issuer.privateKey)));
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
