import type { Caller, Count } from './access.ts';
import type { AuditNote, Browser, Call, Emit } from './operation.ts';

/** What a call is made of. */
interface CallParts {
  request: Pick<Call, 'requestId' | 'address' | 'browser' | 'signal' | 'emit'> & { lastEventId?: string | null };
  caller: Caller;
  now: number;
  owned: Record<string, unknown>;
  /** Fires in place of that of the request; null for that one. */
  signal?: AbortSignal | null;
}

/** The call as its handler sees it, and what the handler leaves in it. */
export class OpenCall implements Call<never, never> {
  readonly caller: Caller;
  readonly requestId: string;
  readonly address: string;
  readonly now: number;
  readonly owned: never;
  prepared = undefined as never;
  readonly emit: Emit | null;
  readonly lastEventId: string | null;
  readonly respond: Call['respond'] = { headers: {} };
  changed = true;
  /** How the allowance stands that the handler has spent from. */
  allowance: Count | null = null;
  readonly notes: AuditNote[] = [];
  readonly later: (() => Promise<void>)[] = [];
  readonly #request: CallParts['request'];
  readonly #signal: AbortSignal | null;

  constructor({ request, caller, now, owned, signal = null }: CallParts) {
    this.caller = caller;
    this.requestId = request.requestId;
    this.address = request.address;
    this.now = now;
    this.owned = owned as never;
    this.emit = request.emit;
    this.lastEventId = request.lastEventId ?? null;
    this.#request = request;
    this.#signal = signal;
  }

  // Most handlers need neither of the two, and both cost something to make.
  get signal(): AbortSignal {
    return this.#signal ?? this.#request.signal;
  }

  get browser(): Browser {
    return this.#request.browser;
  }

  // Handlers take these out of the call.
  nothingChanged = () => { this.changed = false; };
  spent = (allowance: Count) => { this.allowance = allowance; };
  note = (entry: AuditNote) => { this.notes.push(entry); };
  afterwards = (work: () => Promise<void>) => { this.later.push(work); };
}
