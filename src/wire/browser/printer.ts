import type { Browser } from 'playwright-core';
import type { Print, Printed } from '../../core/outside/print.ts';
import { unlessLate, withDeadline } from '../deadline.ts';
import type { Start } from './browser.ts';
import { printPage, whileRunning } from './page.ts';
import { createTurns } from './turns.ts';

export interface PrinterOptions extends Omit<Start, 'executable' | 'way'> {
  /** Path of Chromium; null where there is none yet. */
  find(): string | null;
  /** How long a page may take, with the start of Chromium; half a minute unless given. */
  printMs?: number;
  /** After how long without a page Chromium is ended; a minute unless given. */
  idleMs?: number;
}

export interface Printer {
  print: Print;
  /** Ends Chromium, and prints nothing any more. */
  close(): Promise<void>;
}

const PRINT_MS = 30_000;
const IDLE_MS = 60_000;
const AT_ONCE = 2;
const MAX_WAITING = 16;
const MAX_PAGE_BYTES = 16 * 1024 * 1024;
const MAX_PDF_BYTES = 32 * 1024 * 1024;

const MISSING: Printed = {
  outcome: 'unavailable', cause: 'There is no Chromium here to make a PDF. Have the package chromium installed, or DSS_CHROMIUM set to the path of Chromium or Chrome.',
};
const STARTS_NOT: Printed = { outcome: 'unavailable', cause: 'Chromium does not start. The log of the service says why, and "dss doctor" what to do.' };
const LATE: Printed = { outcome: 'failed', cause: 'Making the PDF took too long.' };
const TOO_LARGE: Printed = { outcome: 'failed', cause: 'The report is too large for a PDF.' };
const BROKEN: Printed = { outcome: 'failed', cause: 'Chromium could not print the report.' };
const BUSY: Printed = { outcome: 'busy' };

/** Prints by one Chromium, which starts with the first page and ends when none comes for a while, or when a page stalls. */
export function createPrinter({ find, printMs = PRINT_MS, idleMs = IDLE_MS, log, ...start }: PrinterOptions): Printer {
  const turns = createTurns(AT_ONCE, MAX_WAITING);
  const closing = new AbortController();
  let browser: Promise<Browser> | null = null;
  let idle: NodeJS.Timeout | undefined;
  let reported = false;

  const open = async (executable: string): Promise<Browser> => {
    // It takes long to load and much memory; most processes never print.
    const { startBrowser } = await import('./browser.ts');
    const { browser } = await startBrowser({
      executable, ...start,
      log(line) {
        if (!reported) log(line);
        reported = true;
      },
    });
    return browser;
  };
  const end = async (): Promise<void> => {
    const ending = browser;
    browser = null;
    const opened = await ending?.catch(() => null);
    if (opened) await (await import('./browser.ts')).killBrowser(opened);
  };

  const printBy = async (executable: string, page: string, signal: AbortSignal, again = true): Promise<Printed> => {
    const opening = browser ??= open(executable);
    try {
      const running = await opening;
      const pdf = await whileRunning(running, printPage(running, page));
      return pdf.length > MAX_PDF_BYTES ? TOO_LARGE : { outcome: 'printed', pdf };
    } catch (error) {
      const opened = await opening.catch(() => null);
      if (browser === opening && !opened?.isConnected()) browser = null;
      if (signal.aborted) return LATE;
      if (opened === null) {
        log(`${executable} does not start: ${(error as Error).message}`);
        return STARTS_NOT;
      }
      // It has gone, or was ended with another page.
      return again && browser !== opening ? printBy(executable, page, signal, false) : BROKEN;
    }
  };

  const print: Print = async (page, signal) => {
    const executable = find();
    if (executable === null) return MISSING;
    if (Buffer.byteLength(page) > MAX_PAGE_BYTES) return TOO_LARGE;
    const leave = await turns.take(AbortSignal.any([signal, closing.signal]));
    if (leave === null) return BUSY;
    clearTimeout(idle);
    try {
      const printed = await withDeadline(printMs, closing.signal, signal => unlessLate(printBy(executable, page, signal), signal, LATE));
      if (printed !== LATE) return printed;
      void end();
      return closing.signal.aborted ? BUSY : LATE;
    } finally {
      leave();
      if (turns.taken === 0) idle = setTimeout(() => void end(), idleMs).unref();
    }
  };

  return {
    print,
    async close() {
      closing.abort();
      clearTimeout(idle);
      await end();
    },
  };
}
