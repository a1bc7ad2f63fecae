import type { PageStep } from './page-steps.ts';

/** A part of a page, in CSS pixels from its upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Viewport {
  width: number;
  height: number;
}

/** A picture of the window as PNG, at most 160 pixels wide, with its time in milliseconds. */
export interface Frame {
  atMs: number;
  png: Uint8Array;
}

/** A cookie that a browser keeps, as its site set it. */
export interface Cookie {
  name: string;
  value: string;
  /** With a dot in front where hosts below get it as well. */
  domain: string;
  path: string;
}

/** What a script in a page came to. */
export type Ran = { outcome: 'done'; value: unknown } | { outcome: 'failed'; cause: string };

/** A request that a page made; the one for itself is of the type `document`. */
export interface PageRequest {
  url: string;
  /** As Chromium names it: `document`, `stylesheet`, `script`, `image`, `font`, `media`, `fetch`, `xhr` and others. */
  type: string;
  /** Over the network, headers included. */
  bytes: number;
  /** Null where nothing answered. */
  status: number | null;
}

/** What a page loaded since it was opened. */
export interface PageLoads {
  /** The first 500. */
  requests: readonly PageRequest[];
  /** How many there were beyond. */
  beyond: number;
  /** Errors that its scripts did not catch; the first ten. */
  errors: readonly string[];
}

/** A page that a browser shows. No call throws; after one that took too long the page answers no other. */
export interface OpenPage {
  /** Where the browser ended. */
  url: string;
  /** Status of the HTTP answer; null where there is none. */
  status: number | null;
  /** Why the browser refused the certificate of the page, such as `ERR_CERT_DATE_INVALID`; null where it did not, or there is none. The page is shown all the same. */
  certificateError: string | null;
  /** Whether the page could run its own scripts: it cannot where the browser has no sandbox. */
  scripts: boolean;
  /** Name and version of the browser. */
  browser: string;
  /** Runs `script` in a world of its own, which sees the page's elements and none of its scripts, and gives what it comes to as JSON. */
  run(script: string, options: { timeoutMs: number; everyFrame?: boolean }): Promise<Ran>;
  /** Presses one key, such as `Tab`. */
  press(key: string): Promise<boolean>;
  /** What it loaded so far; null where that cannot be told. */
  loads(): Promise<PageLoads | null>;
  /** The cookies that the browser keeps by now, of every site; null where that cannot be told. */
  cookies(): Promise<readonly Cookie[] | null>;
  /** PNG of a part of the page; null where there is none. */
  picture(box: Box): Promise<Uint8Array | null>;
  /** Gives the window another size. */
  resize(viewport: Viewport): Promise<boolean>;
  /** Moves the pointer there, in CSS pixels of the window. */
  point(at: { x: number; y: number }): Promise<boolean>;
  /** Takes one step, and says where the browser is then; null where it did not work. */
  take(step: PageStep): Promise<{ url: string } | null>;
  /** From now on the page can neither leave nor send anything but GET; tells where it wanted to go since the last call. */
  hold(): Promise<readonly string[]>;
  /** Ends `hold`. */
  release(): Promise<boolean>;
  /** Small pictures of the window, one whenever it changed within that time. */
  watch(ms: number): Promise<readonly Frame[]>;
}

/** One browser that shows pages, one at a time; it keeps nothing of earlier callers. */
export interface Browsing {
  /** Shows the page in place of the one before; a `fresh` one finds nothing of those before, neither cookies nor files. Never throws. */
  open(url: string, viewport: Viewport, fresh?: boolean): Promise<{ outcome: 'shown'; page: OpenPage } | { outcome: 'failed'; cause: string }>;
}

/** Has `work` look at pages in a browser whose every connection goes through the door; the browser ends with it, or when `signal` fires. */
export type Browse = <T>(work: (browsing: Browsing) => Promise<T>, signal: AbortSignal) => Promise<T>;
