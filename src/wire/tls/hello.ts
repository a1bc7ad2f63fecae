import { parseIp } from '../../core/ip.ts';

/** The versions of the protocol, oldest first, by the names that OpenSSL gives them. */
export const versionNames = ['SSLv3', 'TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const;
export type VersionName = (typeof versionNames)[number];

const versionCodes: Readonly<Record<VersionName, number>> = { SSLv3: 0x0300, TLSv1: 0x0301, 'TLSv1.1': 0x0302, 'TLSv1.2': 0x0303, 'TLSv1.3': 0x0304 };

/** The name of a version by its number; null for one that is none. */
export function versionName(code: number): VersionName | null {
  return versionNames.find(name => versionCodes[name] === code) ?? null;
}

/** What a ClientHello offers. */
export interface Hello {
  /** The newest version that the client claims to speak; of TLS 1.3 it claims to speak nothing else. */
  version: VersionName;
  suites: readonly number[];
  groups: readonly number[];
  /** Named in the server_name extension unless it is an address. */
  host: string;
  random: Uint8Array;
}

const HANDSHAKE_RECORD = 22;
const CLIENT_HELLO = 1;

/** RFC 8446 §4.2. */
const extension = {
  serverName: 0, supportedGroups: 10, pointFormats: 11, signatureAlgorithms: 13, extendedMasterSecret: 23,
  supportedVersions: 43, keyShare: 51, renegotiationInfo: 0xff01,
} as const;

/** RFC 8446 §4.2.3, older and newer ones next to them: a server must not fail for want of one. */
const signatureSchemes = [
  0x0403, 0x0503, 0x0603, 0x0807, 0x0808, 0x081a, 0x081b, 0x081c, 0x0804, 0x0805, 0x0806, 0x0809, 0x080a, 0x080b, 0x0401, 0x0501, 0x0601,
  0x0904, 0x0905, 0x0906, 0x0303, 0x0301, 0x0302, 0x0402, 0x0502, 0x0602, 0x0203, 0x0201, 0x0202, 0x0708, 0x0709, 0x0710,
];

/**
 * One record with a ClientHello (RFC 8446 §4.1.2, RFC 5246 §7.4.1.2). In TLS 1.3 it brings no key share, so that a server that
 * can go on says with a HelloRetryRequest which suite and group it chose, and nobody has to compute anything.
 */
export function clientHello(hello: Hello): Uint8Array {
  const code = Math.min(versionCodes[hello.version], versionCodes['TLSv1.2']);
  const extensions = hello.version === 'SSLv3' ? Buffer.alloc(0) : vector(2, Buffer.concat(extensionsOf(hello)));
  const body = Buffer.concat([uint(2, code), hello.random, vector(1, Buffer.alloc(0)), vector(2, numbers(hello.suites)), vector(1, Buffer.of(0)), extensions]);
  const message = Buffer.concat([Buffer.of(CLIENT_HELLO), vector(3, body)]);
  return Buffer.concat([Buffer.of(HANDSHAKE_RECORD), uint(2, Math.min(code, versionCodes.TLSv1)), vector(2, message)]);
}

function extensionsOf({ version, groups, host }: Hello): Buffer[] {
  const name = parseIp(host) ? [] : [extend(extension.serverName, vector(2, Buffer.concat([Buffer.of(0), vector(2, Buffer.from(host, 'latin1'))])))];
  const common = [...name, extend(extension.supportedGroups, vector(2, numbers(groups)))];
  const signatures = extend(extension.signatureAlgorithms, vector(2, numbers(signatureSchemes)));
  if (version === 'TLSv1.3') {
    return [...common, signatures, extend(extension.supportedVersions, vector(1, numbers([versionCodes[version]]))), extend(extension.keyShare, vector(2, Buffer.alloc(0)))];
  }
  const older = [extend(extension.pointFormats, vector(1, Buffer.of(0))), extend(extension.extendedMasterSecret, Buffer.alloc(0)), extend(extension.renegotiationInfo, Buffer.of(0))];
  return [...common, ...older, ...(version === 'TLSv1.2' ? [signatures] : [])];
}

function extend(type: number, content: Buffer): Buffer {
  return Buffer.concat([uint(2, type), vector(2, content)]);
}

/** `content` with its length in front, in so many bytes (RFC 8446 §3.4). */
function vector(lengthBytes: 1 | 2 | 3, content: Uint8Array): Buffer {
  return Buffer.concat([uint(lengthBytes, content.length), content]);
}

function numbers(values: readonly number[]): Buffer {
  return Buffer.concat(values.map(value => uint(2, value)));
}

function uint(bytes: 1 | 2 | 3, value: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}
