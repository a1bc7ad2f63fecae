import { encodeName } from '../name.ts';
import { classIn, typeCodes } from '../types.ts';
import type { Entropy } from './entropy.ts';

const MAX_NAME_BYTES = 255;
const UDP_PAYLOAD_BYTES = 1232;
/** RFC 6891 §6.1.2: the root, OPT, the payload size, no flags, no options. */
const OPT = Uint8Array.of(0, 0, typeCodes.OPT, UDP_PAYLOAD_BYTES >> 8, UDP_PAYLOAD_BYTES & 0xff, 0, 0, 0, 0, 0, 0);
const ADDITIONAL_COUNT = 11;
/** One question and OPT, with RD, and CD: a domain whose signatures are broken is there all the same (RFC 4035 §3.2.2). */
const HEADER = Uint8Array.of(0, 0, 0x01, 0x10, 0, 1, 0, 0, 0, 0, 0, 1);
const HEADER_BYTES = HEADER.length;

/** The longest query there is. */
export const MAX_QUERY_BYTES = HEADER_BYTES + MAX_NAME_BYTES + 4 + OPT.length;

/** Writes the question for `name` with EDNS to the beginning of `packet`, its id left zero; the length, or 0 where the name cannot be asked. */
export function writeQuery(packet: Uint8Array, name: string, type: number): number {
  let at = writeName(packet, name);
  if (at === 0) {
    const wire = encodeName(name);
    if (wire === null) return 0;
    packet.set(wire, HEADER_BYTES);
    at = HEADER_BYTES + wire.length;
  }
  for (let i = 0; i < HEADER_BYTES; i++) packet[i] = HEADER[i]!;
  packet[at++] = type >> 8;
  packet[at++] = type & 0xff;
  packet[at++] = 0;
  packet[at++] = classIn;
  for (let i = 0; i < OPT.length; i++) packet[at++] = OPT[i]!;
  return at;
}

/** The query with EDNS taken out of it, for servers that cannot read it. */
export function withoutEdns(packet: Uint8Array): Uint8Array {
  if (packet[ADDITIONAL_COUNT] === 0) return packet;
  packet[ADDITIONAL_COUNT] = 0;
  return packet.subarray(0, packet.length - OPT.length);
}

/** Gives the query a new id, and its letters a case that only a reader of it knows, or lower case. */
export function hideIn(packet: Uint8Array, id: number, entropy: Entropy, mixed: boolean): void {
  packet[0] = id >> 8;
  packet[1] = id & 0xff;
  const end = packet.length - 4 - (packet[ADDITIONAL_COUNT] === 1 ? OPT.length : 0);
  let bits = 1;
  for (let at = HEADER_BYTES; at < end; at++) {
    const lower = packet[at]! | 0x20;
    if (lower < 0x61 || lower > 0x7a) continue;
    if (bits === 1) bits = 0x10000 | (mixed ? entropy.u16() : 0);
    // Without a branch, which no processor could foretell.
    packet[at] = lower ^ ((bits & 1) << 5);
    bits >>= 1;
  }
}

/** Writes a plain host name behind the header; the place behind it, or 0 for a name that needs a closer look. */
function writeName(packet: Uint8Array, name: string): number {
  const length = name.length;
  if (length === 0 || length > MAX_NAME_BYTES - 2) return 0;
  let label = HEADER_BYTES;
  let at = label + 1;
  for (let i = 0; i < length; i++) {
    const code = name.charCodeAt(i);
    if (code === 0x2e) {
      if (at === label + 1 || at - label > 64) return 0;
      packet[label] = at - label - 1;
      label = at++;
    } else if (code > 0x20 && code < 0x7f && code !== 0x5c) packet[at++] = code;
    else return 0;
  }
  // A dot at the end has closed the last label.
  if (at === label + 1) {
    packet[label] = 0;
    return at;
  }
  if (at - label > 64) return 0;
  packet[label] = at - label - 1;
  packet[at++] = 0;
  return at;
}
