import type { Failure, Result } from './problem.ts';
import type { CallOptions, Input } from './request.ts';
import type { StreamOptions } from './stream.ts';
import type { WaitOptions } from './wait.ts';

/** A method and a path with its members in braces, such as `GET /api/domains/{id}`. */
export type Route = `${string} ${string}`;

/** The routes of the calls that are as `Wanted` says. */
type RoutesThat<Calls, Wanted> = { [Name in keyof Calls]: Calls[Name] extends Wanted ? Name : never }[keyof Calls];
type InputOf<Calls, Name extends keyof Calls> = Calls[Name] extends { input: infer In } ? In : never;
type OutputOf<Calls, Name extends keyof Calls> = Calls[Name] extends { output: infer Out } ? Out : never;
type RowOf<Calls, Name extends keyof Calls> = OutputOf<Calls, Name> extends { data: readonly (infer Row)[] } ? Row : never;
type RunOf<Calls> = Calls extends { 'GET /api/runs/{id}': { output: { data: infer Run } } } ? Run : unknown;

/** An input that may be left out where none of its members is needed. */
type Given<In, Options> = Record<string, never> extends In ? [input?: In, options?: Options] : [input: In, options?: Options];

/** A file that the service gives. */
export interface FileResult {
  ok: true;
  status: number;
  headers: Headers;
  contentType: string;
  /** A plain name without folders; null where the service proposes none. */
  fileName: string | null;
  /** Unread: take its `text()`, its `blob()` or its stream `body`. */
  body: Response;
}

/** The service, by the routes of its operations. */
export interface Client<Calls> {
  /** The result of one call; never throws but for faults of the program. */
  <Name extends RoutesThat<Calls, { file: false }>>(route: Name, ...given: Given<InputOf<Calls, Name>, CallOptions>): Promise<Result<OutputOf<Calls, Name>>>;
  /** The rows of a list over all its pages; throws `ClientProblem` where a page cannot be had. */
  each<Name extends RoutesThat<Calls, { pages: true }>>(route: Name, ...given: Given<InputOf<Calls, Name>, CallOptions>): AsyncGenerator<RowOf<Calls, Name>, void, undefined>;
  /** The result of a call whose parts are heard as they land. */
  stream<Name extends RoutesThat<Calls, { streams: true }>>(route: Name, ...given: Given<InputOf<Calls, Name>, StreamOptions>): Promise<Result<OutputOf<Calls, Name>>>;
  /** A reply that is no JSON, unread. */
  file<Name extends RoutesThat<Calls, { file: true }>>(route: Name, ...given: Given<InputOf<Calls, Name>, CallOptions>): Promise<FileResult | Failure>;
  runs: {
    /** The run when it has ended, well or badly: its `status` tells. */
    wait(id: string, options?: WaitOptions): Promise<Result<RunOf<Calls>>>;
  };
  /** One call to an operation as the registry holds it. */
  send(operation: { method: string; path: string }, input?: Input, options?: CallOptions): Promise<Result<unknown>>;
}

/** The same for those who know the routes only when they run. */
export interface OpenClient {
  (route: Route, input?: Input, options?: CallOptions): Promise<Result<unknown>>;
  each(route: Route, input?: Input, options?: CallOptions): AsyncGenerator<unknown, void, undefined>;
  stream(route: Route, input?: Input, options?: StreamOptions): Promise<Result<unknown>>;
  file(route: Route, input?: Input, options?: CallOptions): Promise<FileResult | Failure>;
  runs: { wait(id: string, options?: WaitOptions): Promise<Result<unknown>> };
  send(operation: { method: string; path: string }, input?: Input, options?: CallOptions): Promise<Result<unknown>>;
}
