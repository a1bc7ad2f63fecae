import type { Calls } from './calls.ts';
import { createClient as create, type Client as ClientOf, type ClientOptions } from './surfaces/client/index.ts';

export { ClientProblem } from './surfaces/client/index.ts';
export type { CallOptions, ClientOptions, Failure, FileResult, OnEvent, Problem, Result, StreamOptions, Success, WaitOptions } from './surfaces/client/index.ts';
export type { Calls };

/** A client of the service, which knows all its calls. */
export type Client = ClientOf<Calls>;

/** A client of the service at `baseUrl`. Needs only what Node, Deno, Bun and browsers all have. */
export const createClient: (options?: ClientOptions) => Client = create<Calls>;
