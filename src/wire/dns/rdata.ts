import { formatIp } from '../../core/ip.ts';
import { Cursor } from './cursor.ts';
import { readName } from './name.ts';
import { typeName } from './types.ts';

interface Target { target: string }
interface DelegationDigest { keyTag: number; algorithm: number; digestType: number; digest: Uint8Array }
interface PublicKey { flags: number; protocol: number; algorithm: number; publicKey: Uint8Array }
interface CertificateAssociation { usage: number; selector: number; matchingType: number; association: Uint8Array }
interface ServiceBinding { priority: number; target: string; parameters: readonly { key: number; value: Uint8Array }[] }
interface Nsec3Parameters { hashAlgorithm: number; flags: number; iterations: number; salt: Uint8Array }

/** The fields of each record type that is read; types in bitmaps are numbers. */
interface RdataFields {
  A: { address: string };
  AAAA: { address: string };
  NS: Target;
  CNAME: Target;
  PTR: Target;
  DNAME: Target;
  SOA: { mname: string; rname: string; serial: number; refresh: number; retry: number; expire: number; minimum: number };
  MX: { preference: number; exchange: string };
  TXT: { strings: readonly Uint8Array[] };
  SRV: { priority: number; weight: number; port: number; target: string };
  NAPTR: { order: number; preference: number; flags: Uint8Array; services: Uint8Array; regexp: Uint8Array; replacement: string };
  CAA: { flags: number; tag: Uint8Array; value: Uint8Array };
  DS: DelegationDigest;
  CDS: DelegationDigest;
  DNSKEY: PublicKey;
  CDNSKEY: PublicKey;
  RRSIG: {
    typeCovered: number; algorithm: number; labels: number; originalTtl: number;
    expiration: number; inception: number; keyTag: number; signer: string; signature: Uint8Array;
  };
  NSEC: { next: string; types: readonly number[] };
  NSEC3: Nsec3Parameters & { nextHash: Uint8Array; types: readonly number[] };
  NSEC3PARAM: Nsec3Parameters;
  TLSA: CertificateAssociation;
  SMIMEA: CertificateAssociation;
  SVCB: ServiceBinding;
  HTTPS: ServiceBinding;
  URI: { priority: number; weight: number; target: Uint8Array };
}

/** The data of one record; `unknown` for a type that is not read here, `malformed` where it is not what its type says. */
export type Rdata =
  | { [Type in keyof RdataFields]: { type: Type } & RdataFields[Type] }[keyof RdataFields]
  | { type: 'unknown' | 'malformed'; bytes: Uint8Array };

const readers: { readonly [Type in keyof RdataFields]: (cursor: Cursor) => RdataFields[Type] } = {
  A: cursor => ({ address: addressOf(cursor, 4) }),
  AAAA: cursor => ({ address: addressOf(cursor, 16) }),
  NS: target,
  CNAME: target,
  PTR: target,
  DNAME: target,
  SOA: cursor => ({
    mname: readName(cursor), rname: readName(cursor), serial: cursor.u32(),
    refresh: cursor.u32(), retry: cursor.u32(), expire: cursor.u32(), minimum: cursor.u32(),
  }),
  MX: cursor => ({ preference: cursor.u16(), exchange: readName(cursor) }),
  TXT: cursor => {
    const strings: Uint8Array[] = [];
    while (cursor.left > 0) strings.push(cursor.string());
    return { strings };
  },
  SRV: cursor => ({ priority: cursor.u16(), weight: cursor.u16(), port: cursor.u16(), target: readName(cursor) }),
  NAPTR: cursor => ({
    order: cursor.u16(), preference: cursor.u16(), flags: cursor.string(),
    services: cursor.string(), regexp: cursor.string(), replacement: readName(cursor),
  }),
  CAA: cursor => ({ flags: cursor.u8(), tag: cursor.string(), value: cursor.rest() }),
  DS: delegationDigest,
  CDS: delegationDigest,
  DNSKEY: publicKey,
  CDNSKEY: publicKey,
  RRSIG: cursor => ({
    typeCovered: cursor.u16(), algorithm: cursor.u8(), labels: cursor.u8(), originalTtl: cursor.u32(),
    expiration: cursor.u32(), inception: cursor.u32(), keyTag: cursor.u16(), signer: readName(cursor), signature: cursor.rest(),
  }),
  NSEC: cursor => ({ next: readName(cursor), types: typeBitmap(cursor) }),
  NSEC3: cursor => ({ ...nsec3Parameters(cursor), nextHash: cursor.string(), types: typeBitmap(cursor) }),
  NSEC3PARAM: nsec3Parameters,
  TLSA: certificateAssociation,
  SMIMEA: certificateAssociation,
  SVCB: serviceBinding,
  HTTPS: serviceBinding,
  URI: cursor => ({ priority: cursor.u16(), weight: cursor.u16(), target: cursor.rest() }),
};

/** Reads the `length` bytes of record data at `at`; names in it may point back into the message. */
export function readRdata(message: Uint8Array, at: number, length: number, code: number): Rdata {
  const bytes = message.subarray(at, at + length);
  const type = typeName(code);
  if (type === undefined || type === 'OPT') return { type: 'unknown', bytes };
  const cursor = new Cursor(message, at, at + length);
  const fields = readers[type](cursor);
  if (cursor.failure !== null || cursor.left > 0) return { type: 'malformed', bytes };
  return { type, ...fields } as Rdata;
}

function addressOf(cursor: Cursor, length: number): string {
  return formatIp(cursor.take(length));
}

function target(cursor: Cursor): Target {
  return { target: readName(cursor) };
}

function delegationDigest(cursor: Cursor): DelegationDigest {
  return { keyTag: cursor.u16(), algorithm: cursor.u8(), digestType: cursor.u8(), digest: cursor.rest() };
}

function publicKey(cursor: Cursor): PublicKey {
  return { flags: cursor.u16(), protocol: cursor.u8(), algorithm: cursor.u8(), publicKey: cursor.rest() };
}

function certificateAssociation(cursor: Cursor): CertificateAssociation {
  return { usage: cursor.u8(), selector: cursor.u8(), matchingType: cursor.u8(), association: cursor.rest() };
}

function nsec3Parameters(cursor: Cursor): Nsec3Parameters {
  return { hashAlgorithm: cursor.u8(), flags: cursor.u8(), iterations: cursor.u16(), salt: cursor.string() };
}

/** RFC 9460 §2.2: keys stand in strictly rising order. */
function serviceBinding(cursor: Cursor): ServiceBinding {
  const priority = cursor.u16();
  const name = readName(cursor);
  const parameters: { key: number; value: Uint8Array }[] = [];
  while (cursor.left > 0) {
    const key = cursor.u16();
    if (key <= (parameters.at(-1)?.key ?? -1)) cursor.fail('service parameters are out of order');
    parameters.push({ key, value: cursor.take(cursor.u16()) });
  }
  return { priority, target: name, parameters };
}

/** RFC 4034 §4.1.2: windows in rising order, each of 1 to 32 bytes. */
function typeBitmap(cursor: Cursor): number[] {
  const types: number[] = [];
  for (let last = -1; cursor.left > 0;) {
    const window = cursor.u8();
    const bitmap = cursor.string();
    if (window <= last || bitmap.length < 1 || bitmap.length > 32) cursor.fail('a type bitmap is not well-formed');
    last = window;
    bitmap.forEach((byte, at) => {
      for (let bit = 0; bit < 8; bit++) if (byte & (0x80 >> bit)) types.push(window * 256 + at * 8 + bit);
    });
  }
  return types;
}
