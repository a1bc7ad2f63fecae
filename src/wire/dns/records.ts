import { isUtf8 } from 'node:buffer';
import type { RecordData, RecordType } from '../../core/lookup.ts';
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
};

/** What the checks read of one record, or null where its data is not of `type`. */
export function recordOf<Type extends RecordType>(type: Type, rdata: Rdata): RecordData[Type] | null {
  return rdata.type === type ? readers[type](rdata as Extract<Rdata, { type: Type }>) : null;
}

/** UTF-8 where it is valid, otherwise one character per byte. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString(isUtf8(bytes) ? 'utf8' : 'latin1');
}
