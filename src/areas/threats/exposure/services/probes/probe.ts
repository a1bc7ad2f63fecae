import type { IsWhole, Line } from '../line.ts';
import type { Sighting } from '../sighting.ts';

/** A harmless question to a service that waits for one. */
export interface Probe {
  protocol: string;
  /** On these it is asked first. */
  ports: readonly number[];
  /** Also asked inside TLS. */
  insideTls?: true;
  question: Uint8Array | string | ((line: Line) => Uint8Array | string);
  isWhole?: IsWhole;
  /** Its reply is the question itself; elsewhere that is a server that echoes everything. */
  echoes?: boolean;
  /** Null where the reply is not of this protocol; may ask on. */
  read(reply: Buffer, line: Line): Promise<Sighting | null> | Sighting | null;
}

/** Reads the greeting of one protocol, null where it is another's; may ask on. */
export type GreetingReader = (text: string, line: Line) => Promise<Sighting | null> | Sighting | null;

/** The bytes of hexadecimal digits, spaces left out. */
export function bytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

/** Says that `asked` was answered without a password. */
export function open(asked: string): { withoutPassword: { answered: true; asked: string } } {
  return { withoutPassword: { answered: true, asked } };
}
