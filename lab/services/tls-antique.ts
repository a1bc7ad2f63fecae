import { createServer, type Server } from 'node:net';

/**
 * A TLS stack of about the year 2000: SSL 3.0 and TLS 1.0, suites that are weak in every way, Diffie-Hellman with 1024 bits,
 * and nothing known of secure renegotiation or of fallback signals. It goes as far as its ServerKeyExchange: nobody can finish a
 * handshake with it, but anyone who asks sees what it offers. Clients that bring a key share of TLS 1.3 are handed to `modern`.
 */
export function createAntiqueServer(modern: Server): Server {
  return createServer(socket => {
    let bytes = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', function read(more: Buffer) {
      bytes = Buffer.concat([bytes, more]);
      const hello = parseClientHello(bytes);
      if (hello === 'incomplete') return;
      socket.off('data', read);
      if (hello === 'modern') {
        socket.pause();
        socket.unshift(bytes);
        modern.emit('connection', socket);
      } else {
        socket.end(hello === 'nonsense' ? alert(PROTOCOL_VERSION) : answer(hello));
      }
    });
  });
}

interface ClientHello {
  version: number;
  suites: readonly number[];
}

/** Of the client's suites the first that is here is taken, for the server has no order of its own. */
const suites: ReadonlySet<number> = new Set([
  0x0002, // TLS_RSA_WITH_NULL_SHA
  0x0003, // TLS_RSA_EXPORT_WITH_RC4_40_MD5
  0x0005, // TLS_RSA_WITH_RC4_128_SHA
  0x000a, // TLS_RSA_WITH_3DES_EDE_CBC_SHA
  0x0016, // TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA
  0x0018, // TLS_DH_anon_WITH_RC4_128_MD5
  0x002f, // TLS_RSA_WITH_AES_128_CBC_SHA
  0x0033, // TLS_DHE_RSA_WITH_AES_128_CBC_SHA
]);
const ephemeral: ReadonlySet<number> = new Set([0x0016, 0x0018, 0x0033]);
const DH_BYTES = 128;
const MAX_VERSION = 0x0301;
const MIN_VERSION = 0x0300;
const HANDSHAKE_FAILURE = 40;
const PROTOCOL_VERSION = 70;
const MAX_HELLO_BYTES = 16_384;
const KEY_SHARE = 51;

/** RFC 5246 §7.4.1.2, as far as it is needed. */
function parseClientHello(bytes: Buffer): ClientHello | 'incomplete' | 'modern' | 'nonsense' {
  if (bytes.length < 5) return 'incomplete';
  const size = bytes.readUInt16BE(3);
  if (bytes[0] !== 22 || size > MAX_HELLO_BYTES) return 'nonsense';
  if (bytes.length < 5 + size) return 'incomplete';
  const body = bytes.subarray(9, 5 + size);
  const suitesAt = 35 + (body[34] ?? 0);
  if (body.length < suitesAt + 2) return 'nonsense';
  const suitesEnd = suitesAt + 2 + body.readUInt16BE(suitesAt);
  if (suitesEnd >= body.length) return 'nonsense';
  const suites = Array.from({ length: (suitesEnd - suitesAt - 2) / 2 }, (_, at) => body.readUInt16BE(suitesAt + 2 + 2 * at));
  return bringsKeyShare(body.subarray(suitesEnd + 1 + body[suitesEnd]!)) ? 'modern' : { version: body.readUInt16BE(0), suites };
}

function bringsKeyShare(extensions: Buffer): boolean {
  for (let at = 2; at + 4 <= extensions.length; at += 4 + extensions.readUInt16BE(at + 2)) {
    if (extensions.readUInt16BE(at) === KEY_SHARE) return true;
  }
  return false;
}

function answer({ version, suites: offered }: ClientHello): Buffer {
  const chosen = offered.find(suite => suites.has(suite));
  if (version < MIN_VERSION) return alert(PROTOCOL_VERSION);
  if (chosen === undefined) return alert(HANDSHAKE_FAILURE);
  const hello = Buffer.concat([uint16(Math.min(version, MAX_VERSION)), Buffer.alloc(32, 1), Buffer.of(0), uint16(chosen), Buffer.of(0)]);
  const field = Buffer.concat([uint16(DH_BYTES), Buffer.alloc(DH_BYTES, 0xff), uint16(1), Buffer.of(2), uint16(DH_BYTES), Buffer.alloc(DH_BYTES, 2), uint16(0)]);
  return Buffer.concat([message(2, hello), ...(ephemeral.has(chosen) ? [message(12, field)] : []), message(14, Buffer.alloc(0))]);
}

/** Each in a record of its own. */
function message(type: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.of(22), uint16(MAX_VERSION), uint16(body.length + 4), Buffer.of(type, 0), uint16(body.length), body]);
}

function alert(description: number): Buffer {
  return Buffer.of(21, 3, 1, 0, 2, 2, description);
}

function uint16(value: number): Buffer {
  return Buffer.of(value >> 8, value & 0xff);
}
