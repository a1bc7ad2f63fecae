import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { HASH_BYTES, type Hash } from './merkle.ts';

/** The state of a log as it has signed it. */
export interface TreeHead {
  size: number;
  root: Hash;
  /** Epoch milliseconds. */
  timestamp: number;
}

/** The key of a log, and the id that is its hash (RFC 6962 §3.2). */
export interface LogKey {
  key: KeyObject;
  logId: Uint8Array;
}

/** The key in `base64` (SubjectPublicKeyInfo); null where it is none. */
export function readLogKey(base64: string): LogKey | null {
  try {
    const der = Buffer.from(base64, 'base64');
    return { key: createPublicKey({ key: der, format: 'der', type: 'spki' }), logId: createHash('sha256').update(der).digest() };
  } catch {
    return null;
  }
}

/** Whether the log has signed the head: `signature` is a `digitally-signed` structure (RFC 5246 §4.7) over a `TreeHeadSignature` (RFC 6962 §3.5). */
export function isSignedBy({ key }: LogKey, { size, root, timestamp }: TreeHead, signature: Uint8Array): boolean {
  const bytes = Buffer.from(signature);
  if (bytes.length < 4 || bytes.readUInt16BE(2) !== bytes.length - 4) return false;
  const algorithm = algorithms[`${bytes[0]} ${bytes[1]}`];
  if (!algorithm || algorithm.key !== key.asymmetricKeyType) return false;
  const signed = Buffer.alloc(50);
  signed[1] = 1;
  signed.writeBigUInt64BE(BigInt(timestamp), 2);
  signed.writeBigUInt64BE(BigInt(size), 10);
  signed.set(root, 18);
  try {
    return verify(algorithm.hash, signed, key, bytes.subarray(4));
  } catch {
    return false;
  }
}

/** Hash and signature algorithm as TLS 1.2 numbers them; Ed25519 is of RFC 8422 §5.1.3. */
const algorithms: Readonly<Record<string, { key: string; hash: string | null }>> = {
  '4 3': { key: 'ec', hash: 'sha256' }, '4 1': { key: 'rsa', hash: 'sha256' }, '8 7': { key: 'ed25519', hash: null },
};

const RFC6962_NOTE_SIGNATURE = 0x05;
const KEY_ID_BYTES = 4;
const MAX_LINES = 64;

/** The tree head in a checkpoint, a signed note with the log's origin (c2sp.org/static-ct-api, tlog-checkpoint); null unless the log itself has signed it. */
export function readCheckpoint(text: string, origin: string, log: LogKey): TreeHead | null {
  const end = text.indexOf('\n\n');
  const [name, sizeText, rootText] = text.slice(0, end).split('\n');
  if (end < 0 || name !== origin || !/^(0|[1-9]\d{0,14})$/.test(sizeText ?? '')) return null;
  const [size, root] = [Number(sizeText), Buffer.from(rootText ?? '', 'base64')];
  if (root.length !== HASH_BYTES) return null;
  for (const line of text.slice(end + 2).split('\n', MAX_LINES)) {
    const signed = /^\u2014 (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line);
    const bytes = Buffer.from(signed?.[2] ?? '', 'base64');
    if (signed?.[1] !== origin || bytes.length < KEY_ID_BYTES + 8 || !bytes.subarray(0, KEY_ID_BYTES).equals(keyId(origin, log))) continue;
    const head = { size, root, timestamp: Number(bytes.readBigUInt64BE(KEY_ID_BYTES)) };
    if (isSignedBy(log, head, bytes.subarray(KEY_ID_BYTES + 8))) return head;
  }
  return null;
}

function keyId(origin: string, { logId }: LogKey): Buffer {
  return createHash('sha256').update(origin).update(Uint8Array.of(0x0a, RFC6962_NOTE_SIGNATURE)).update(logId).digest().subarray(0, KEY_ID_BYTES);
}
