import type { HeaderField, RegistryReply } from './probes.ts';

/** One GET as it was answered; no redirect is followed. */
export type Fetched =
  | {
    outcome: 'answered';
    url: string;
    status: number;
    fields: readonly HeaderField[];
    /** As sent, without transfer and content encoding; cut at the limit. */
    body: Uint8Array;
    truncated: boolean;
    /** Why a client refuses the certificate; null where it is valid, and over plain http. */
    refused: string | null;
  }
  | { outcome: 'failed'; cause: string };

/** A page as a browser showed it. */
export type Shot =
  | {
    outcome: 'shown';
    /** Where the browser ended. */
    url: string;
    /** PNG of the upper part of the page. */
    image: Uint8Array;
    /** What the page had become, as HTML. */
    html: string;
    /** Whether the page could run its scripts: it cannot where the browser has no sandbox. */
    scripts: boolean;
  }
  | { outcome: 'failed'; cause: string };

/** Captures that are kept as evidence; none throws, and all end when `signal` fires. */
export interface Capture {
  fetch(url: string, options: { maxBytes: number; signal: AbortSignal }): Promise<Fetched>;
  /** In a browser whose every connection goes through the door. */
  shoot(url: string, signal: AbortSignal): Promise<Shot>;
  /** What the registry of addresses says of one (RFC 9082 §3.1.1). */
  network(address: string, signal: AbortSignal): Promise<RegistryReply>;
}
