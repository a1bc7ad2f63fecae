import { classIn, rcodes, typeCodes } from '../types.ts';

const HEADER_BYTES = 12;
/** A pointer to the name in the question (RFC 1035 §4.1.4). */
const QUESTION_NAME = 0xc000 | HEADER_BYTES;

/** What a reply says, told without reading its records; `found` with nothing but records of the type asked for; `read` where it has to be read in full. */
export type Skimmed = 'nxdomain' | 'nodata' | 'referral' | 'malformed' | 'found' | 'read';

/**
 * Walks over all records once, in a message that answers one question; only one that is whole to its last record says something.
 * `answered` hears where the data of each answer begins and how long it is.
 */
export function skim(reply: Uint8Array, asked: number, answered: (at: number, length: number) => void): Skimmed {
  if (reply.length < HEADER_BYTES) return 'malformed';
  const rcode = reply[3]! & 0x0f;
  const answers = u16(reply, 6);
  if ((rcode !== rcodes.noError && rcode !== rcodes.nxDomain) || (answers > 0 && rcode !== rcodes.noError)) return 'read';
  let at = HEADER_BYTES;
  for (let left = u16(reply, 4); left > 0; left--) {
    at = endOfName(reply, at) + 4;
    if (at > reply.length) return 'malformed';
  }
  const authoritiesEnd = answers + u16(reply, 8);
  const records = authoritiesEnd + u16(reply, 10);
  let nameservers = false;
  let start = false;
  for (let i = 0; i < records; i++) {
    const data = endOfName(reply, at) + 10;
    if (data > reply.length) return 'malformed';
    const type = u16(reply, data - 10);
    // The upper bits of the response code (RFC 6891 §6.1.3).
    if (type === typeCodes.OPT && reply[data - 6] !== 0) return 'read';
    if (i < answers) {
      // Other owners and types are of aliases, signatures and strangers.
      if (u16(reply, at) !== QUESTION_NAME || type !== asked || u16(reply, data - 8) !== classIn) return 'read';
      answered(data, u16(reply, data - 2));
    } else if (i < authoritiesEnd && u16(reply, data - 8) === classIn) {
      nameservers ||= type === typeCodes.NS;
      start ||= type === typeCodes.SOA;
    }
    at = data + u16(reply, data - 2);
    if (at > reply.length) return 'malformed';
  }
  if (answers > 0) return 'found';
  if (rcode === rcodes.nxDomain) return 'nxdomain';
  // RFC 2308 §2.2: absence has an SOA or nothing at all; nameservers alone lead to another server.
  return nameservers && !start ? 'referral' : 'nodata';
}

/** The place behind the name, or beyond the end of the message where it is not well-formed. */
function endOfName(reply: Uint8Array, at: number): number {
  for (;;) {
    const length = reply[at] ?? 0x40;
    if (length === 0) return at + 1;
    if (length >= 0xc0) return at + 2;
    if (length >= 0x40) return reply.length + 1;
    at += length + 1;
  }
}

function u16(reply: Uint8Array, at: number): number {
  return (reply[at]! << 8) | reply[at + 1]!;
}
