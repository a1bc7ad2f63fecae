import { nameSender } from '../senders/name-sender.ts';
import type { NamedSender, SenderFacts } from '../senders/shapes.ts';
import type { SenderLookups } from '../senders/lookups.ts';
import { isNewKey } from '../senders/signed.ts';
import { numberOf } from './identity.ts';
import type { Tuple } from './shapes.ts';

/** A sender in the class that it appears in, and the number that it is kept under. */
export interface NumberedSender {
  no: number;
  sender: NamedSender;
}

type Known = ReturnType<SenderLookups['of']>;

/** Names who sent the records of one domain, by what is known of their addresses now. What the owner has decided is applied when it is read. */
export class Naming {
  readonly #policyDomain: string;
  readonly #tuples: readonly Tuple[];
  readonly #lookups: SenderLookups;
  readonly #abouts = new Map<string, Known & { kind: number }>();
  readonly #kinds = new Map<string, number>();
  readonly #numbers = new Map<string, NumberedSender>();
  /** For each tuple by the kind of address: records that differ in nothing but the address have the same sender. */
  readonly #named: NumberedSender[][];
  /** Records of one address follow one another. */
  #ip = '';
  #about: (Known & { kind: number }) | null = null;

  constructor(policyDomain: string, tuples: readonly Tuple[], lookups: SenderLookups) {
    this.#policyDomain = policyDomain;
    this.#tuples = tuples;
    this.#lookups = lookups;
    this.#named = tuples.map(() => []);
  }

  /** Who sent from `ip` with the results of the tuple at that place. */
  of(ip: string, tuple: number): NumberedSender {
    if (this.#about === null || ip !== this.#ip) [this.#ip, this.#about] = [ip, this.#aboutOf(ip)];
    const about = this.#about;
    return this.#named[tuple]![about.kind] ??= this.#name(ip, this.#tuples[tuple]!, about);
  }

  #aboutOf(ip: string): Known & { kind: number } {
    let about = this.#abouts.get(ip);
    if (!about) this.#abouts.set(ip, about = this.#look(ip));
    return about;
  }

  #look(ip: string): Known & { kind: number } {
    const of = this.#lookups.of(ip);
    const kind = this.#kinds.get(of.key) ?? this.#kinds.size;
    this.#kinds.set(of.key, kind);
    return { ...of, kind };
  }

  #name(ip: string, tuple: Tuple, about: Known): NumberedSender {
    const sender = nameSender(factsOf(this.#policyDomain, tuple, ip, about));
    const text = `${sender.id} ${sender.class}`;
    const numbered = this.#numbers.get(text) ?? { no: numberOf(text), sender };
    this.#numbers.set(text, numbered);
    return numbered;
  }

  /** Those that were named so far, each once. */
  get senders(): NumberedSender[] {
    return [...this.#numbers.values()];
  }

  /** Addresses so far whose host names nobody has looked up. */
  get unknown(): string[] {
    return [...this.#abouts].filter(([, { ptr }]) => ptr === undefined).map(([ip]) => ip);
  }

  /** Whether a key has signed that is not known yet. */
  get newKey(): boolean {
    return this.#tuples.some(tuple => isNewKey(this.#lookups.signed, this.#policyDomain, tuple));
  }
}

function factsOf(policyDomain: string, tuple: Tuple, ip: string, { ptr, network, spfHolder, seen }: Known): SenderFacts {
  const before = seen(tuple);
  const { headerFrom, envelopeFrom, dkim, spf, dkimAligned, spfAligned, reasons } = tuple;
  const result = spf.find(({ scope }) => scope !== 'helo') ?? spf[0];
  return {
    policyDomain, headerFrom, envelopeFrom, dkim, dkimAligned, spfAligned, reasons, ip, ptr, network, spfHolder,
    spf: result ? { domain: result.domain, result: result.result } : null, ...(before ? { seen: before } : {}),
  };
}
