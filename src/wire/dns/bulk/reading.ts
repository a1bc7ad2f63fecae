import type { BulkState, BulkType } from '../../../core/outside/bulk-lookup.ts';
import { readAnswer } from '../answer.ts';
import { failureOfReply } from '../failure.ts';
import { decode } from '../message.ts';
import { canonicalName } from '../name.ts';
import { readRdata, type Rdata } from '../rdata.ts';
import { recordOf } from '../records.ts';
import { typeCodes } from '../types.ts';
import { skim } from './skim.ts';

/** What a reply says of the name, or why it says nothing. */
export type Reading =
  | { state: Exclude<BulkState, 'unknown'>; records: readonly string[] }
  | { state: 'unknown'; cause: string };

const nxdomain: Reading = { state: 'nxdomain', records: [] };
const nodata: Reading = { state: 'nodata', records: [] };

/** Reads a reply to the question for `name` and `type` from the server that is called `label`; total. */
export function readBulkReply(reply: Uint8Array, name: string, type: BulkType, label: string): Reading {
  const code = typeCodes[type];
  let data: Rdata[] | null = null;
  const skimmed = skim(reply, code, (at, length) => { (data ??= []).push(readRdata(reply, at, length, code)); });
  switch (skimmed) {
    case 'nxdomain': return nxdomain;
    case 'nodata': return nodata;
    case 'referral': return { state: 'unknown', cause: `${label} does not answer but refers to other servers` };
    case 'malformed': return { state: 'unknown', cause: `the answer of ${label} cannot be read` };
    case 'found': return foundIn(data!, type) ?? readInFull(reply, name, type, label);
    case 'read': return readInFull(reply, name, type, label);
  }
}

/** Null where one of the records cannot be read. */
function foundIn(data: readonly Rdata[], type: BulkType): Reading | null {
  const values = data.map(one => recordOf(type, one));
  return values.includes(null) ? null : found(values as (string | object)[], type);
}

function found(values: readonly (string | object)[], type: BulkType): Reading {
  const texts = values.map(value => textOf(type, value));
  return { state: 'found', records: texts.length === 1 ? texts : [...new Set(texts)].toSorted() };
}

function readInFull(reply: Uint8Array, name: string, type: BulkType, label: string): Reading {
  const message = decode(reply);
  if ('malformed' in message) return { state: 'unknown', cause: `the answer of ${label} cannot be read: ${message.malformed}` };
  const failure = failureOfReply(message, label);
  if (failure) return { state: 'unknown', cause: failure.cause };
  const answer = readAnswer(message, canonicalName(name)!, type);
  switch (answer.outcome) {
    case 'failed': return { state: 'unknown', cause: answer.cause };
    case 'alias': return { state: 'unknown', cause: `the answer of ${label} ends at the alias ${answer.target}` };
    case 'absent': return answer.nxdomain && answer.via.length === 0 ? nxdomain : nodata;
    case 'found': return found(answer.value, type);
  }
}

/** The fields of one record with a space between them, the root as a dot. */
function textOf(type: BulkType, data: string | object): string {
  if (typeof data === 'string') return data === '' && type !== 'TXT' ? '.' : data;
  const fields: readonly (string | number)[] = Object.values(data);
  return fields.map(field => (field === '' ? '.' : field)).join(' ');
}
