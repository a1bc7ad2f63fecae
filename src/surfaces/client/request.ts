import { badPathMember, failure, problemIn, type Failure, type Result } from './problem.ts';

/** What a call can be given besides its input. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Sent again with the same input, the service gives the first reply again and does nothing twice. */
  requestKey?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Where the service is, and by what it is called. */
export interface ClientOptions {
  /** Such as `https://dss.example.net`; by default where the page comes from. */
  baseUrl?: string | undefined;
  /** An API key; without it the browser's session counts. */
  key?: string | undefined;
  /** Stands in for the platform's own. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

export type Input = Readonly<Record<string, unknown>>;

/** Sends one call; `accept` is what the reply may be. */
export type Ask = (route: string, input: Input, options: CallOptions, accept?: string) => Promise<Response | Failure>;

/** Gives what sends calls to the service at `baseUrl`. Throws where that is missing or the key cannot be one. */
export function createAsk({ baseUrl = originOfPage(), key, fetch: given }: ClientOptions): Ask {
  const { protocol, origin, pathname } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol)) throw new TypeError('Give baseUrl with https:// or http:// before the name.');
  const base = (origin + pathname).replace(/\/+$/, '');
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) throw new TypeError('The key has characters that no key has.');
  const fetchIt = given ?? ((url, init) => fetch(url, init));

  return async (route, input, { signal, requestKey, headers: further = {} }, accept = 'application/json') => {
    const space = route.indexOf(' ');
    const method = route.slice(0, space);
    const { path, wrong, rest } = fillPath(route.slice(space + 1), input);
    if (wrong !== null) return badPathMember(wrong);
    const headers = new Headers({ accept, ...further });
    if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
    if (requestKey !== undefined) headers.set('idempotency-key', requestKey);
    // The key must not follow a redirect to another server.
    const init: RequestInit = { method, headers, credentials: key === undefined ? 'same-origin' : 'omit', redirect: 'manual' };
    if (signal) init.signal = signal;
    let url = base + path;
    if (method === 'GET') url += queryOf(rest);
    else if (rest.length > 0) {
      headers.set('content-type', 'application/json');
      init.body = JSON.stringify(Object.fromEntries(rest));
    }
    try {
      return await fetchIt(url, init);
    } catch (error) {
      return lost(error, signal);
    }
  };
}

/** The result of a call whose reply is JSON. */
export async function readResult(response: Response, signal?: AbortSignal): Promise<Result<unknown>> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    return lost(error, signal, response);
  }
  return resultOf(parse(text), response);
}

/** The result that `body` is, the parsed reply; undefined where it was no JSON. */
export function resultOf(body: unknown, response: Response, ok: boolean = response.ok): Result<unknown> {
  const { status, headers } = response;
  if (ok && body !== undefined) return { ok, status, headers, data: body };
  const problem = ok ? null : problemIn(body);
  if (problem) return { ok: false, status: response.ok ? problem['status'] as number : status, headers, problem };
  const to = headers.get('location');
  const words = to === null ? 'Something else may answer at this address, such as a proxy.' : `It points to ${to}. Use the address that it leads to.`;
  return failure('unreadable', `The answer has the status ${status} and is not JSON of this service. ${words}`, response);
}

/** The value of a JSON text; undefined where it is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The failure of a call to which no answer came, or of whose answer, `response`, a part is missing. */
export function lost(error: unknown, signal: AbortSignal | undefined, response?: Response): Failure {
  if (signal?.aborted) return failure('aborted', (signal.reason as Error | undefined)?.name === 'TimeoutError' ? 'The time for it has run out.' : 'The caller gave it up.', response);
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  const what = response ? 'The answer broke off' : 'No answer came';
  return failure('network', `${what} (${cause?.code ?? cause?.message ?? message}). See whether the service runs and the address is right, then try again.`, response);
}

/** The path with its members filled in, and what of the input is left; `wrong` names a member that would change the way. */
function fillPath(template: string, input: Input): { path: string; wrong: string | null; rest: [string, unknown][] } {
  const inPath = new Set<string>();
  let wrong: string | null = null;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = textOf(input[name] ?? '');
    // Addresses leave out what is empty, and resolve dots, also those that are encoded (URL Standard, path state).
    if (/^\.{0,2}$/.test(value)) wrong = name;
    inPath.add(name);
    return encodeURIComponent(value);
  });
  return { path, wrong, rest: Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined) };
}

/** Lists are repeated parameters; what is null is left out. */
function queryOf(members: readonly [string, unknown][]): string {
  const query = new URLSearchParams();
  for (const [name, value] of members) {
    for (const one of Array.isArray(value) ? value as unknown[] : [value]) if (one !== null) query.append(name, textOf(one));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function originOfPage(): string {
  const { location } = globalThis as { location?: { origin: string } };
  if (!location) throw new TypeError('Give baseUrl: there is no page whose address could be taken.');
  return location.origin;
}
