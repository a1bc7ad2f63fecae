import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A WebAuthn authenticator in software: ES256, attestation "none". */
export function createAuthenticator(origin: string, rpId: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const jwk = publicKey.export({ format: 'jwk' });
  let counter = 0;

  /** WebAuthn §6.1: hash of the relying party, flags (user present and verified), counter. */
  function authenticatorData(flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flags), count]);
  }

  const clientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const base = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key', clientExtensionResults: {} };

  return {
    /** What navigator.credentials.create gives. */
    create({ challenge }: { challenge: string }) {
      // RFC 9052 §7, RFC 9053 §7.1.1: kty EC2, alg ES256, crv P-256, x, y.
      const key = cbor(new Map<number, number | Buffer>([[1, 2], [3, -7], [-1, 1], [-2, Buffer.from(jwk.x!, 'base64url')], [-3, Buffer.from(jwk.y!, 'base64url')]]));
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key]);
      const attestation = new Map<string, Cbor>([['fmt', 'none'], ['attStmt', new Map()], ['authData', Buffer.concat([authenticatorData(0x45), attested])]]);
      const response = { clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'), attestationObject: cbor(attestation).toString('base64url'), transports: ['internal'] };
      return { ...base, response };
    },
    /** What navigator.credentials.get gives; `verified` says that the owner gave a PIN or a finger. */
    get({ challenge }: { challenge: string }, verified = true) {
      const [data, client] = [authenticatorData(verified ? 0x05 : 0x01), clientData('webauthn.get', challenge)];
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), privateKey);
      const response = { clientDataJSON: client.toString('base64url'), authenticatorData: data.toString('base64url'), signature: signature.toString('base64url') };
      return { ...base, response };
    },
  };
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** RFC 8949 §3, as much of it as keys and attestations need. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, member]) => [cbor(name), cbor(member)])]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length);
  return length < 256 ? Buffer.of((major << 5) | 24, length) : Buffer.of((major << 5) | 25, length >> 8, length & 255);
}

/** RFC 6238 with the usual parameters: SHA-1, 30 seconds, six digits. */
export function totp(secret: string, nowMs = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)));
  const mac = createHmac('sha1', base32(secret)).update(counter).digest();
  const code = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fff_ffff;
  return String(code % 1_000_000).padStart(6, '0');
}

/** RFC 4648 §6. */
export function base32(text: string): Buffer {
  const bits = text.replace(/=+$/, '').split('').map(mail => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(mail).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => parseInt(byte, 2)));
}
