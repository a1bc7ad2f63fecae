import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type Listening } from './listen.ts';

/** `limited` answers 429 and asks for 20 minutes, `truncated` breaks off in the middle of what it announced, `slow` begins its answer and never ends it, `garbage` is a page of HTML. */
export type StatusPageFault = 'notFound' | 'limited' | 'serverError' | 'truncated' | 'slow' | 'garbage';

/** A mirror of status pages: each feed lies at `<url><host>/<path>`, and unchanged ones answer 304. */
export interface StatusPages extends Listening {
  /** Ends with a slash. */
  url: string;
  /** What the feed at `feedUrl` answers from now on; null takes it away. */
  setFeed(feedUrl: string, body: Uint8Array | null): void;
  setFault(host: string, fault: StatusPageFault | null): void;
  /** Status and `<host>/<path>` of each request since the last call. */
  takeAsked(): string[];
}

const RETRY_AFTER_SECONDS = 1200;

export async function startStatusPages(): Promise<StatusPages> {
  const feeds = new Map<string, Uint8Array>();
  const faults = new Map<string, StatusPageFault>();
  const asked: string[] = [];
  const listening = await listen(createServer((request, response) => {
    request.resume();
    const path = request.url!.slice(1);
    answer(request, response, feeds.get(path), faults.get(path.split('/')[0]!));
    asked.push(`${response.statusCode} ${path}`);
  }));
  return {
    ...listening,
    url: `http://127.0.0.1:${listening.port}/`,
    setFeed: (feedUrl, body) => void (body === null ? feeds.delete(keyOf(feedUrl)) : feeds.set(keyOf(feedUrl), body)),
    setFault: (host, fault) => void (fault === null ? faults.delete(host) : faults.set(host, fault)),
    takeAsked: () => asked.splice(0),
  };
}

function keyOf(feedUrl: string): string {
  const { host, pathname, search } = new URL(feedUrl);
  return `${host}${pathname}${search}`;
}

function answer(request: IncomingMessage, response: ServerResponse, body: Uint8Array | undefined, fault: StatusPageFault | undefined): void {
  if (fault === 'limited') return void response.writeHead(429, { 'retry-after': String(RETRY_AFTER_SECONDS) }).end();
  if (fault === 'serverError') return void response.writeHead(500).end();
  if (fault === 'garbage') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>All systems operational</body></html>');
  if (fault === 'slow') return void response.writeHead(200).write('{"page":');
  if (fault === 'notFound' || body === undefined) return void response.writeHead(404).end();
  if (fault === 'truncated') {
    response.writeHead(200, { 'content-length': String(body.length) }).write(body.subarray(0, body.length / 2), () => response.destroy());
    return;
  }
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  response.writeHead(200, { etag }).end(body);
}
