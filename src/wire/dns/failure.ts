import type { Failure, FailureKind } from '../../core/lookup.ts';
import type { Message } from './message.ts';
import type { Server, TransportFailure } from './channel.ts';
import { extendedErrorText, rcodes, rcodeText } from './types.ts';

const kindOfRcode: Readonly<Record<number, FailureKind>> = {
  [rcodes.formErr]: 'formerr',
  [rcodes.servFail]: 'servfail',
  [rcodes.notImp]: 'notimp',
  [rcodes.refused]: 'refused',
};

export function failed(kind: FailureKind, cause: string): Failure {
  return { outcome: 'failed', kind, cause };
}

export const timeIsUp = failed('deadline', 'the time of the check was up');

/** The failure that a reply states; null where it says what the zone holds or that it holds nothing (RFC 2308). */
export function failureOfReply(reply: Message, server: string): Failure | null {
  if (reply.rcode === rcodes.noError || reply.rcode === rcodes.nxDomain) return null;
  const errors = reply.errors.map(({ code, text }) => extendedErrorText(code, text)).join('; ');
  return failed(kindOfRcode[reply.rcode] ?? 'rcode', `${rcodeText(reply.rcode)} from ${server}${errors && ` (${errors})`}`);
}

export function failureOfTransport({ failed: kind, cause }: TransportFailure, server: string): Failure {
  if (kind === 'cancelled') return timeIsUp;
  if (kind === 'timeout') return failed('timeout', `timeout at ${server}`);
  if (kind === 'notSent') return failed('budget', `${server} could not be asked from this machine (${cause})`);
  return failed(kind, `${server} ${kind === 'notAllowed' ? 'must not be reached' : 'is unreachable'} (${cause})`);
}

/** Of a name that has no wire form (RFC 1035 §2.3.4). */
export function unaskable(name: string): Failure {
  const shown = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  return failed('malformed', `${JSON.stringify(shown)} is no name that can be asked: a label is empty or above 63 bytes, the whole is above 255, or a character is not ASCII`);
}

/** `192.0.2.53:53`, `[2001:db8::53]:53`. */
export function serverText({ address, port }: Server): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}
