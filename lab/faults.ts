import type { Question } from './dns/message.ts';
import type { Fault, FaultKind } from './types.ts';

/** A fault that stands in the way of one question. */
export interface MetFault {
  kind: FaultKind;
  delayMs: number;
}

interface Posted {
  fault: Fault;
  /** The domain that a fault without a name is confined to; null is everything. */
  within: string | null;
  /** Questions that `dropFirst` still loses. */
  left: number;
}

const DEFAULT_DELAY_MS = 1000;

/** All faults of the lab. Those put in later are met first. */
export class FaultBoard {
  readonly #posted: Posted[] = [];

  /** Puts a fault in the way, of the names of `within` alone where it names none; the result takes it out again. */
  add(fault: Fault, within: string | null = null): () => void {
    const posted = { fault, within, left: fault.count ?? 1 };
    this.#posted.unshift(posted);
    return () => {
      const at = this.#posted.indexOf(posted);
      if (at >= 0) this.#posted.splice(at, 1);
    };
  }

  /** The faults that a question meets at a server, in order; it uses up one of each `dropFirst`. */
  meet(at: string, question: Question, transport: 'udp' | 'tcp'): MetFault[] {
    return this.#posted.filter(posted => stands(posted, at, question, transport) && !passed(posted)).map(({ fault }) =>
      ({ kind: fault.fault, delayMs: fault.delayMs ?? DEFAULT_DELAY_MS }));
  }
}

function stands({ fault, within }: Posted, at: string, question: Question, transport: 'udp' | 'tcp'): boolean {
  if (fault.at !== undefined && fault.at !== at) return false;
  if (fault.type !== undefined && fault.type !== question.type) return false;
  if (fault.transport !== undefined && fault.transport !== transport) return false;
  const asked = question.name.toLowerCase();
  const name = fault.fault === 'cnameLoop' ? asked.replace(/^loop\./, '') : asked;
  if (fault.name === undefined) return within === null || name === within || name.endsWith(`.${within}`);
  return fault.name.startsWith('*.') ? name.endsWith(fault.name.slice(1)) : name === fault.name;
}

function passed(posted: Posted): boolean {
  return posted.fault.fault === 'dropFirst' && posted.left-- <= 0;
}
