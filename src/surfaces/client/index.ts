import { ClientProblem, failure, type Failure } from './problem.ts';
import { createAsk, readResult, type CallOptions, type ClientOptions, type Input } from './request.ts';
import { stream, type StreamOptions } from './stream.ts';
import type { Client, FileResult, OpenClient } from './types.ts';
import { waitForRun, type WaitOptions } from './wait.ts';

export { ClientProblem, type Failure, type Problem, type Result, type Success } from './problem.ts';
export type { CallOptions, ClientOptions } from './request.ts';
export type { OnEvent, StreamOptions } from './stream.ts';
export type { Client, FileResult, OpenClient, Route } from './types.ts';
export type { WaitOptions } from './wait.ts';

interface Page {
  data: unknown[];
  nextCursor: string | null;
}

/** A client of the service at `baseUrl`; `Calls` are its calls by their routes. Needs only what Node, Deno, Bun and browsers all have. */
export function createClient(options?: ClientOptions): OpenClient;
export function createClient<Calls>(options?: ClientOptions): Client<Calls>;
export function createClient(options: ClientOptions = {}): OpenClient {
  const ask = createAsk(options);

  async function call(route: string, input: Input = {}, given: CallOptions = {}) {
    const response = await ask(route, input, given);
    return 'problem' in response ? response : readResult(response, given.signal);
  }

  async function* each(route: string, input: Input = {}, given: CallOptions = {}): AsyncGenerator<unknown, void, undefined> {
    let page: Page | null = null;
    do {
      const result = await call(route, page ? { ...input, cursor: page.nextCursor } : input, given);
      if (!result.ok) throw new ClientProblem(result);
      page = result.data as Page | null;
      if (!Array.isArray(page?.data)) throw new ClientProblem(failure('unreadable', 'The answer is no page of a list.', result));
      yield* page.data;
    } while (page.nextCursor !== null);
  }

  async function file(route: string, input: Input = {}, given: CallOptions = {}): Promise<FileResult | Failure> {
    const response = await ask(route, input, given, '*/*');
    if ('problem' in response) return response;
    if (!response.ok) return await readResult(response, given.signal) as Failure;
    const { status, headers } = response;
    return { ok: true, status, headers, contentType: headers.get('content-type') ?? '', fileName: fileNameIn(headers.get('content-disposition')), body: response };
  }

  return Object.assign(call, {
    each,
    file,
    stream: (route: string, input: Input = {}, given: StreamOptions = {}) => stream(ask, route, input, given),
    runs: { wait: (id: string, given: WaitOptions = {}) => waitForRun(ask, id, given) },
    send: ({ method, path }: { method: string; path: string }, input?: Input, given?: CallOptions) => call(`${method} ${path}`, input, given),
  });
}

/** The name in a `Content-Disposition` (RFC 6266), as the service writes it; never a path. */
function fileNameIn(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([\w.%~!$&+^`|-]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="([^"]*)"/i.exec(disposition ?? '')?.[1];
  const name = encoded === undefined ? plain : decoded(encoded) ?? plain;
  return name === undefined ? null : name.replace(/[/\\\p{Cc}]/gu, '_').replace(/^\.+/, '_') || null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
