import type { Credential } from '../../core/access.ts';
import type { DefaultHeaders } from './headers.ts';
import type { RawReply, RawRequest } from './listener.ts';

/** A request as it comes in. */
export interface Received {
  raw: RawRequest;
  reply: RawReply;
  requestId: string;
}

/** What the surface knows of a request before the operation sees it. */
export interface Arrival extends Received {
  params: Readonly<Record<string, string>>;
  credential: Credential;
  address: string;
  /** What is true of all requests. */
  service: {
    defaultHeaders: DefaultHeaders;
    now(): number;
    /** Connections end with their next reply. */
    readonly draining: boolean;
  };
}
