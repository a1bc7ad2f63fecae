import type { Box, Cookie, Frame, PageLoads, Viewport } from '../../core/outside/browse.ts';
import type { PageStep } from '../../core/outside/page-steps.ts';
import type { Start } from './browser.ts';

/** What the thread that talks to the browser is started with. */
export interface BrowsingStart extends Omit<Start, 'log'> {
  /** Whether pages run their scripts where the browser has no sandbox. */
  scriptsWithoutSandbox: boolean;
}

/** What the thread can be asked for. */
export interface Asks {
  open: { asks: { url: string; viewport: Viewport; fresh: boolean }; gives: { url: string; status: number | null; certificateError: string | null; scripts: boolean; browser: string } };
  run: { asks: { script: string; timeoutMs: number; everyFrame: boolean }; gives: unknown };
  press: { asks: { key: string }; gives: null };
  loads: { asks: null; gives: PageLoads };
  cookies: { asks: null; gives: Cookie[] };
  picture: { asks: { box: Box }; gives: Uint8Array };
  resize: { asks: { viewport: Viewport }; gives: null };
  point: { asks: { x: number; y: number }; gives: null };
  take: { asks: { step: PageStep }; gives: { url: string } };
  hold: { asks: { on: boolean }; gives: string[] };
  watch: { asks: { ms: number }; gives: Frame[] };
}

export type Ask = { [Name in keyof Asks]: { id: number; name: Name; asks: Asks[Name]['asks'] } }[keyof Asks];

/** What the thread says: lines for the log, and what came of each thing asked, in any order. */
export type Answer = { line: string } | { id: number; gives: unknown } | { id: number; failed: string };
