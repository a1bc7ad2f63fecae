/** One event of a stream (HTML Standard §9.2). */
export interface ServerEvent {
  name: string;
  data: string;
  /** The last id received up to here; empty where there was none. */
  id: string;
}

/** An event holds at most this many UTF-16 units. */
const MAX_EVENT_UNITS = 16 * 1024 * 1024;

/** Reads events from text that comes in pieces, cut anywhere. */
export class EventParser {
  readonly #maxUnits: number;
  #line = '';
  #afterReturn = false;
  #name = '';
  #data: string[] = [];
  #units = 0;
  #id = '';

  constructor(maxUnits: number = MAX_EVENT_UNITS) {
    this.#maxUnits = maxUnits;
  }

  /** The events that are whole with this piece; null where one is larger than may be. */
  push(piece: string): ServerEvent[] | null {
    if (piece === '') return [];
    const lines = (this.#afterReturn && piece.startsWith('\n') ? piece.slice(1) : piece).split(/\r\n|[\r\n]/);
    this.#afterReturn = piece.endsWith('\r');
    lines[0] = this.#line + lines[0]!;
    this.#line = lines.pop()!;
    const events: ServerEvent[] = [];
    for (const line of lines) {
      if (line === '') this.#dispatch(events);
      else this.#take(line);
    }
    return this.#units + this.#line.length > this.#maxUnits ? null : events;
  }

  #take(line: string): void {
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'event') this.#name = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'data') {
      this.#data.push(value);
      this.#units += value.length + 1;
    }
  }

  #dispatch(events: ServerEvent[]): void {
    if (this.#data.length > 0) events.push({ name: this.#name || 'message', data: this.#data.join('\n'), id: this.#id });
    this.#name = '';
    this.#data = [];
    this.#units = 0;
  }
}
