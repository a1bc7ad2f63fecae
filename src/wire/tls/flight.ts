import { versionName, type VersionName } from './hello.ts';
import { isEphemeralCurve } from './suites.ts';

/** What a ServerHello settles. */
export interface ServerHello {
  version: VersionName;
  suite: number;
  /** Of a HelloRetryRequest or key share in TLS 1.3, of the ServerKeyExchange below it; null where neither came. */
  group: number | null;
  /** Of finite-field key exchange below TLS 1.3 (RFC 5246 §7.4.3). */
  dhBits: number | null;
  /** RFC 5746. */
  secureRenegotiation: boolean;
  /** RFC 7627. */
  extendedMasterSecret: boolean;
  /** Whether the server says that it speaks a newer version (RFC 8446 §4.1.3). */
  downgradeMark: boolean;
}

/** What a server made of a ClientHello. `alert` is null where it hung up without one; `garbled` is no TLS. */
export type Answer =
  | { kind: 'hello'; hello: ServerHello }
  | { kind: 'refused'; alert: number | null }
  | { kind: 'garbled' };

/** How far to read: to the ServerHello, or to the ServerKeyExchange behind the certificates. */
export type Until = 'serverHello' | 'keyExchange';

export interface FlightReader {
  /** Takes bytes as they come; the answer as soon as there is one, else null. */
  push(bytes: Uint8Array): Answer | null;
  /** The answer when the server has hung up. */
  end(): Answer;
}

const MAX_BYTES = 64 * 1024;
/** RFC 8446 §5.1 allows 2^14 bytes, and older versions some more for what encryption adds. */
const MAX_RECORD_BYTES = 2 ** 14 + 2048;
const RECORD_HEADER_BYTES = 5;
const MESSAGE_HEADER_BYTES = 4;
const record = { alert: 21, handshake: 22 } as const;
const message = { serverHello: 2, serverKeyExchange: 12, serverHelloDone: 14 } as const;

/**
 * Reads the first flight of a server, however it is cut into records and packets; keeps at most 64 KiB.
 * Each byte is read once, so that a server that sends single bytes costs no more than another.
 */
export function createFlightReader(until: Until): FlightReader {
  const raw = Buffer.alloc(MAX_BYTES);
  const messages = Buffer.alloc(MAX_BYTES);
  let [rawEnd, rawAt, messagesEnd, messagesAt] = [0, 0, 0, 0];
  let hello: ServerHello | null = null;

  return {
    push(bytes) {
      if (rawEnd + bytes.length > MAX_BYTES) return hello === null ? { kind: 'garbled' } : { kind: 'hello', hello };
      raw.set(bytes, rawEnd);
      rawEnd += bytes.length;
      return readRecords();
    },
    end: () => (hello === null ? { kind: 'refused', alert: null } : { kind: 'hello', hello }),
  };

  function readRecords(): Answer | null {
    while (rawAt < rawEnd) {
      if (raw[rawAt] !== record.handshake && raw[rawAt] !== record.alert) return { kind: 'garbled' };
      if (rawAt + RECORD_HEADER_BYTES > rawEnd) return null;
      const size = raw.readUInt16BE(rawAt + 3);
      if (raw[rawAt + 1] !== 3 || size > MAX_RECORD_BYTES) return { kind: 'garbled' };
      const end = rawAt + RECORD_HEADER_BYTES + size;
      if (end > rawEnd) return null;
      const isAlert = raw[rawAt] === record.alert;
      const content = raw.subarray(rawAt + RECORD_HEADER_BYTES, end);
      rawAt = end;
      const answer = isAlert ? readAlert(content) : readHandshake(content);
      if (answer) return answer;
    }
    return null;
  }

  /** A warning, such as unrecognized_name (RFC 6066 §3), does not end the handshake. */
  function readAlert(content: Buffer): Answer | null {
    const [level, description] = content;
    if (description === undefined) return { kind: 'garbled' };
    return level === 1 && description !== 0 ? null : { kind: 'refused', alert: description };
  }

  function readHandshake(content: Buffer): Answer | null {
    messages.set(content, messagesEnd);
    messagesEnd += content.length;
    while (messagesAt + MESSAGE_HEADER_BYTES <= messagesEnd) {
      const end = messagesAt + MESSAGE_HEADER_BYTES + messages.readUIntBE(messagesAt + 1, 3);
      if (end > MAX_BYTES) return { kind: 'garbled' };
      if (end > messagesEnd) return null;
      const answer = readMessage(messages[messagesAt]!, messages.subarray(messagesAt + MESSAGE_HEADER_BYTES, end));
      messagesAt = end;
      if (answer) return answer;
    }
    return null;
  }

  function readMessage(type: number, body: Buffer): Answer | null {
    if (hello === null) {
      hello = type === message.serverHello ? parseServerHello(body) : null;
      if (hello === null) return { kind: 'garbled' };
      return until === 'serverHello' ? { kind: 'hello', hello } : null;
    }
    if (type === message.serverKeyExchange) return { kind: 'hello', hello: { ...hello, ...parseKeyExchange(body, isEphemeralCurve(hello.suite)) } };
    return type === message.serverHelloDone ? { kind: 'hello', hello } : null;
  }
}

const RANDOM_END = 34;
/** RFC 8446 §4.1.3: the last byte tells which older version was asked for. */
const DOWNGRADE_MARK = Buffer.from('DOWNGRD');
const extension = { extendedMasterSecret: 23, supportedVersions: 43, keyShare: 51, renegotiationInfo: 0xff01 } as const;

/** RFC 8446 §4.1.3 and RFC 5246 §7.4.1.3; null for what is neither. */
function parseServerHello(body: Buffer): ServerHello | null {
  const suiteAt = RANDOM_END + 1 + (body[RANDOM_END] ?? 0);
  if (body.length < suiteAt + 3) return null;
  const extensions = parseExtensions(body.subarray(suiteAt + 3));
  const version = versionName(extensions.get(extension.supportedVersions)?.readUInt16BE(0) ?? body.readUInt16BE(0));
  if (version === null) return null;
  return {
    version,
    suite: body.readUInt16BE(suiteAt),
    group: extensions.get(extension.keyShare)?.readUInt16BE(0) ?? null,
    dhBits: null,
    secureRenegotiation: extensions.has(extension.renegotiationInfo),
    extendedMasterSecret: extensions.has(extension.extendedMasterSecret),
    downgradeMark: body.subarray(RANDOM_END - 8, RANDOM_END - 1).equals(DOWNGRADE_MARK),
  };
}

/** The extensions by type; those that must carry a number and do not are left out. */
function parseExtensions(bytes: Buffer): Map<number, Buffer> {
  const extensions = new Map<number, Buffer>();
  for (let at = 2; at + 4 <= bytes.length;) {
    const type = bytes.readUInt16BE(at);
    const end = at + 4 + bytes.readUInt16BE(at + 2);
    const content = bytes.subarray(at + 4, end);
    const needsNumber = type === extension.supportedVersions || type === extension.keyShare;
    if (end <= bytes.length && (!needsNumber || content.length >= 2)) extensions.set(type, content);
    at = end;
  }
  return extensions;
}

const NAMED_CURVE = 3;

/** RFC 8422 §5.4 for curves; otherwise the prime of RFC 5246 §7.4.3 comes first. */
function parseKeyExchange(body: Buffer, isCurve: boolean): { group: number | null; dhBits: number | null } {
  if (isCurve) return { group: body[0] === NAMED_CURVE && body.length >= 3 ? body.readUInt16BE(1) : null, dhBits: null };
  const size = body.length >= 2 ? body.readUInt16BE(0) : 0;
  const prime = body.subarray(2, 2 + size);
  const first = prime.findIndex(byte => byte !== 0);
  return { group: null, dhBits: first < 0 ? null : (prime.length - first) * 8 - (Math.clz32(prime[first]!) - 24) };
}
