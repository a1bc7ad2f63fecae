import { signsOfAddress, signsOfRow, together, type AddressSigns, type RowSigns } from '../senders/gather.ts';
import { recognize } from '../senders/name-sender.ts';
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

/** What is known of an address, and the number of its kind: of addresses of a kind the same is known. */
interface About extends ReturnType<SenderLookups['of']> {
  kind: number;
  signs: AddressSigns;
}

/** Names who sent the records of one domain, by what is known of their addresses now. What the owner has decided is applied when it is read. */
export class Naming {
  readonly #policyDomain: string;
  readonly #rows: readonly { tuple: Tuple; facts: RowFacts; signs: RowSigns; named: NumberedSender[] }[];
  readonly #lookups: SenderLookups;
  readonly #abouts = new Map<string, About>();
  readonly #kinds = new Map<string, Pick<About, 'kind' | 'signs'>>();
  readonly #numbers = new Map<string, NumberedSender>();
  /** Records of one address follow one another. */
  #ip = '';
  #about: About | null = null;

  constructor(policyDomain: string, tuples: readonly Tuple[], lookups: SenderLookups) {
    this.#policyDomain = policyDomain;
    this.#lookups = lookups;
    this.#rows = tuples.map(tuple => {
      const facts = rowFactsOf(policyDomain, tuple);
      // By the kind of address: records that differ in nothing but the address have the same sender.
      return { tuple, facts, signs: signsOfRow(facts), named: [] };
    });
  }

  /** Who sent from `ip` with the results of the tuple at that place. */
  of(ip: string, tuple: number): NumberedSender {
    if (this.#about === null || ip !== this.#ip) [this.#ip, this.#about] = [ip, this.#aboutOf(ip)];
    const [about, { named }] = [this.#about, this.#rows[tuple]!];
    return named[about.kind] ??= this.#name(ip, tuple, about);
  }

  #aboutOf(ip: string): About {
    let about = this.#abouts.get(ip);
    if (!about) this.#abouts.set(ip, about = this.#load(ip));
    return about;
  }

  #load(ip: string): About {
    const of = this.#lookups.of(ip);
    let known = this.#kinds.get(of.key);
    if (!known) this.#kinds.set(of.key, known = { kind: this.#kinds.size, signs: signsOfAddress({ policyDomain: this.#policyDomain, ...of }) });
    return { ...of, ...known };
  }

  #name(ip: string, index: number, { ptr, network, spfHolder, seen, signs }: About): NumberedSender {
    const row = this.#rows[index]!;
    const before = seen(row.tuple);
    const { id, class: senderClass, describe } = recognize({ ...row.facts, ip, ptr, network, spfHolder, ...(before ? { seen: before } : {}) }, together(row.signs, signs));
    const text = `${id} ${senderClass}`;
    let numbered = this.#numbers.get(text);
    if (!numbered) this.#numbers.set(text, numbered = { no: numberOf(text), sender: describe() });
    return numbered;
  }

  /** Addresses so far whose host names have not been looked up. */
  get unknown(): string[] {
    return [...this.#abouts].filter(([, { ptr }]) => ptr === undefined).map(([ip]) => ip);
  }

  /** Whether a key has signed that is not known yet. */
  get newKey(): boolean {
    return this.#rows.some(({ tuple }) => isNewKey(this.#lookups.signed, this.#policyDomain, tuple));
  }
}

type RowFacts = Omit<SenderFacts, 'ip' | 'ptr' | 'network' | 'spfHolder' | 'seen'>;

function rowFactsOf(policyDomain: string, { headerFrom, envelopeFrom, dkim, spf, dkimAligned, spfAligned, reasons }: Tuple): RowFacts {
  const result = spf.find(({ scope }) => scope !== 'helo') ?? spf[0];
  return { policyDomain, headerFrom, envelopeFrom, dkim, dkimAligned, spfAligned, reasons, spf: result ? { domain: result.domain, result: result.result } : null };
}
