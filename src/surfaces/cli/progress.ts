import { cut, printable } from './paint.ts';

/** One line on a terminal that says how far the work has come; silent where the stream is none. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  #shown = false;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  show(text: string): void {
    if (!this.#stream.isTTY) return;
    this.#stream.write(`\r\u001b[2K${cut(printable(text), (this.#stream.columns ?? 80) - 1)}`);
    this.#shown = true;
  }

  clear(): void {
    if (this.#shown) this.#stream.write('\r\u001b[2K');
    this.#shown = false;
  }
}
