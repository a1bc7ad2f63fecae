import { isUtf8 } from 'node:buffer';
import type { RecordData, RecordType } from '../../core/lookup.ts';
import { keyTagOf } from './key-tag.ts';
import type { Rdata } from './rdata.ts';

type Read<Type extends RecordType> = (rdata: Extract<Rdata, { type: Type }>) => RecordData[Type];

const readers: { readonly [Type in RecordType]: Read<Type> } = {
  A: ({ address }) => address,
  AAAA: ({ address }) => address,
  NS: ({ target }) => target,
  CNAME: ({ target }) => target,
  PTR: ({ target }) => target,
  MX: ({ preference, exchange }) => ({ preference, exchange }),
  TXT: ({ strings }) => textOf(Buffer.concat(strings)),
  SOA: ({ mname, rname, serial, refresh, retry, expire, minimum }) => ({ mname, rname, serial, refresh, retry, expire, minimum }),
  CAA: ({ flags, tag, value }) => ({ flags, tag: textOf(tag), value: textOf(value) }),
  DS: delegationDigest,
  CDS: delegationDigest,
  DNSKEY: publicKey,
  CDNSKEY: publicKey,
  TLSA: ({ usage, selector, matchingType, association }) => ({ usage, selector, matchingType, association: hexOf(association) }),
  HTTPS: ({ priority, target, parameters }) => ({ priority, target, keys: parameters.map(({ key }) => key) }),
};

function delegationDigest({ keyTag, algorithm, digestType, digest }: Extract<Rdata, { type: 'DS' | 'CDS' }>): RecordData['DS'] {
  return { keyTag, algorithm, digestType, digest: hexOf(digest) };
}

function publicKey(key: Extract<Rdata, { type: 'DNSKEY' | 'CDNSKEY' }>): RecordData['DNSKEY'] {
  const { flags, protocol, algorithm, publicKey } = key;
  return { flags, protocol, algorithm, publicKey: Buffer.from(publicKey).toString('base64'), keyTag: keyTagOf(key) };
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** What the checks read of one record, or null where its data is not of `type`. */
export function recordOf<Type extends RecordType>(type: Type, rdata: Rdata): RecordData[Type] | null {
  return rdata.type === type ? readers[type](rdata as Extract<Rdata, { type: Type }>) : null;
}

/** UTF-8 where it is valid, otherwise one character per byte. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString(isUtf8(bytes) ? 'utf8' : 'latin1');
}
