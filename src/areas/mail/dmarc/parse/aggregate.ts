import { AggregateDraft } from './aggregate-draft.ts';
import { aggregateSchema, type AggregateState } from './aggregate-schema.ts';
import { Refusal } from './limits.ts';
import type { Heading, Reading } from './shapes.ts';
import type { RecordMemory } from './xml-repeats.ts';
import { XmlScanner } from './xml-scanner.ts';

/** How far into the file a report must begin. */
const MAX_PROLOGUE_BYTES = 1 << 20;

/** Reads the aggregate reports of one XML stream: usually one, several where files were strung together. */
export class AggregateReader implements AggregateState {
  draft: AggregateDraft;
  warned = false;
  readonly #scanner: XmlScanner<AggregateState>;
  readonly #part: string;
  readonly #now: number;
  readonly #maxRecords: number;
  #ready: Reading[] = [];
  #reports = 0;
  #open = false;
  #bytes = 0;

  constructor({ part, now, maxRecords, memory }: { part: string; now: number; maxRecords: number; memory: RecordMemory }) {
    this.#part = part;
    this.#now = now;
    this.#maxRecords = maxRecords;
    this.draft = new AggregateDraft(null, maxRecords);
    this.#scanner = new XmlScanner<AggregateState>(aggregateSchema, memory, this, code => {
      this.warned = true;
      this.draft.warn(code);
    });
  }

  begin(namespace: string | null): void {
    this.draft = new AggregateDraft(namespace, this.#maxRecords);
    this.#open = true;
  }

  end(): void {
    this.#close(false);
  }

  /** Of the report that is being read, once its domain is known. */
  get heading(): Heading | null {
    const { policy: { domain }, organization } = this.draft;
    return this.#open && domain !== '' ? { kind: 'aggregate', domain, organization: organization || null } : null;
  }

  /** Reads on; what became complete is in the result. Throws a `Refusal`. */
  push(chunk: Buffer): Reading[] {
    this.#bytes += chunk.length;
    this.#scanner.push(chunk);
    if (this.#bytes > MAX_PROLOGUE_BYTES && !this.#open && this.#reports === 0) throw new Refusal('not_a_report');
    this.#handOver();
    return this.#take();
  }

  /** The end of the bytes: a report that is still open was cut off. */
  finish(): Reading[] {
    this.#scanner.finish();
    if (this.#open) this.#close(true);
    else if (this.#reports === 0) throw new Refusal('not_a_report');
    return this.#take();
  }

  #close(cut: boolean): void {
    this.#open = false;
    this.#reports++;
    this.#handOver();
    const report = this.draft.finish(this.#part, this.#now, cut);
    this.#ready.push(typeof report === 'string' ? { event: 'refused', part: this.#part, reason: report } : { event: 'report', report });
  }

  #handOver(): void {
    if (this.draft.rows.length === 0) return;
    this.#ready.push({ event: 'rows', rows: this.draft.rows });
    this.draft.rows = [];
  }

  #take(): Reading[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }
}
