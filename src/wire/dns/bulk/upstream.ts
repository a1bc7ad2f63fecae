import { serverText } from '../failure.ts';
import type { Server } from '../channel.ts';
import { Lane, type LaneEvents } from './lane.ts';
import type { Rate } from './rate.ts';
import { Window } from './window.ts';

/** Ports that the questions of one server leave from. */
const LANES = 4;
const WINDOW_PERIOD_TICKS = 5;
/** A server that was silent for so long is passed over for the pause. */
const SILENT_TICKS = 100;
const PAUSE_TICKS = 200;

/** A server, and what is remembered of it from one batch to the next. */
export interface KnownServer {
  server: Server;
  rate: Rate;
  /** Whether it repeats the letters of a question as they came. */
  keepsCase: boolean;
}

/** One server while batches are under way: its sockets, how much it bears, and whether it answers. */
export class Upstream {
  readonly known: KnownServer;
  /** As it is called in causes. */
  readonly label: string;
  readonly window: Window;
  /** Questions that were sent and may be answered in time, or rest because it could not answer. */
  open = 0;
  readonly #lanes: readonly Lane[];
  readonly #ready: Lane[] = [];
  #turn = 0;
  #ticks = 0;
  #silentTicks = 0;
  #pausedTicks = 0;
  #lost = 0;
  #lastLoss = '';

  constructor(known: KnownServer, maxOpen: number, events: { ready(): void; filled: LaneEvents['filled'] }) {
    this.known = known;
    this.label = serverText(known.server);
    this.window = new Window(maxOpen);
    this.#lanes = Array.from({ length: LANES }, () => new Lane(known.server, {
      filled: events.filled,
      open: lane => {
        this.#ready.push(lane);
        events.ready();
      },
      lost: cause => {
        this.#lost++;
        this.#lastLoss = cause;
      },
    }));
  }

  /** Why it is not asked now; null while it can be. */
  get silence(): string | null {
    if (this.#pausedTicks > 0) return `${this.label} does not answer`;
    return this.#lost === LANES ? `${this.label} could not be asked from this machine (${this.#lastLoss})` : null;
  }

  /** Whether a question may be sent, besides those that are open. */
  get hasCapacity(): boolean {
    return this.mayBeAsked && this.window.admits(this.open);
  }

  /** Whether a question may be sent again. */
  get mayBeAsked(): boolean {
    return this.#pausedTicks === 0 && this.#ready.length > 0 && this.known.rate.allows;
  }

  /** The lanes in turn. */
  lane(): Lane {
    return this.#ready[this.#turn++ % this.#ready.length]!;
  }

  heard(): void {
    this.#silentTicks = this.#pausedTicks = 0;
  }

  tick(): void {
    if (this.#pausedTicks > 0) this.#pausedTicks--;
    else if (this.open > 0 && ++this.#silentTicks > SILENT_TICKS) {
      this.#silentTicks = 0;
      this.#pausedTicks = PAUSE_TICKS;
    }
    if (++this.#ticks % WINDOW_PERIOD_TICKS === 0) this.window.endPeriod();
  }

  close(): void {
    for (const lane of this.#lanes) lane.close();
  }
}
