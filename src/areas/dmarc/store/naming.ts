import { nameSender } from '../senders/name-sender.ts';
import type { NamedSender, SenderFacts } from '../senders/shapes.ts';
import type { SenderLookups } from '../senders/lookups.ts';
import { isNewKey } from '../senders/signed.ts';
import { numberOf } from './identity.ts';
import type { CollectedRow, Tuple } from './shapes.ts';

/** A sender in the class that it appears in, and the number that it is kept under. */
export interface NumberedSender {
  no: number;
  sender: NamedSender;
}

/** Who sent each of the rows, the addresses whose host names nobody has looked up, and whether a key has signed that is not known yet. */
export interface NamedRows {
  senders: NumberedSender[];
  unknown: string[];
  newKey: boolean;
}

/** Names each of the rows by what is known of their addresses now. What the owner has decided is applied when it is read. */
export function nameRows(policyDomain: string, tuples: readonly Tuple[], rows: readonly CollectedRow[], lookups: SenderLookups): NamedRows {
  const abouts = new Map<string, ReturnType<SenderLookups['of']> & { kind: number }>();
  const kinds = new Map<string, number>();
  const numbers = new Map<string, NumberedSender>();
  // Rows that differ in nothing but the address have the same sender.
  const named = tuples.map(() => new Map<number, NumberedSender>());
  const senders = rows.map(({ ip, tuple }) => {
    let about = abouts.get(ip);
    if (!about) {
      const of = lookups.of(ip);
      const kind = kinds.get(of.key) ?? kinds.size;
      kinds.set(of.key, kind);
      abouts.set(ip, about = { ...of, kind });
    }
    const known = named[tuple]!.get(about.kind);
    if (known) return known;
    const sender = nameSender(factsOf(policyDomain, tuples[tuple]!, ip, about));
    const text = `${sender.id} ${sender.class}`;
    const numbered = numbers.get(text) ?? { no: numberOf(text), sender };
    numbers.set(text, numbered);
    named[tuple]!.set(about.kind, numbered);
    return numbered;
  });
  return { senders, unknown: [...abouts].filter(([, { ptr }]) => ptr === undefined).map(([ip]) => ip), newKey: tuples.some(tuple => isNewKey(lookups.signed, policyDomain, tuple)) };
}

function factsOf(policyDomain: string, tuple: Tuple, ip: string, { ptr, network, spfHolder, seen }: ReturnType<SenderLookups['of']>): SenderFacts {
  const before = seen(tuple);
  const { headerFrom, envelopeFrom, dkim, spf, dkimAligned, spfAligned, reasons } = tuple;
  const result = spf.find(({ scope }) => scope !== 'helo') ?? spf[0];
  return {
    policyDomain, headerFrom, envelopeFrom, dkim, dkimAligned, spfAligned, reasons, ip, ptr, network, spfHolder,
    spf: result ? { domain: result.domain, result: result.result } : null, ...(before ? { seen: before } : {}),
  };
}
