import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Authority } from './ca.ts';
import { listen, type Listening } from './listen.ts';

/**
 * `serverError` answers 500, `gone` 410, `limited` 429 with Retry-After, `redirect` leads to a private address,
 * `stall` never answers, `trickle` says 200 and never ends its body, `huge` sends a body without end, `reset` hangs up.
 */
const webhookFaults = ['serverError', 'gone', 'limited', 'redirect', 'stall', 'trickle', 'huge', 'reset'] as const;
export type WebhookFault = (typeof webhookFaults)[number];

/** A message as the receiver took it, whatever it answered. */
export interface TakenHook {
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Takes messages at every path of its host. */
export interface WebhookReceiver extends Listening {
  host: string;
  addresses: readonly string[];
  /** How it misbehaves from now on, for so many messages where `times` is given; null for not at all. */
  setFault(fault: WebhookFault | null, times?: number): void;
  /** The messages taken since the last call. */
  takeHooks(): TakenHook[];
}

const HOST = 'hooks.lab-receiver.net';
const ADDRESS = '45.54.70.80';
const RETRY_AFTER_SECONDS = 600;
const MAX_BODY_BYTES = 128 * 1024;
const HUGE_BYTES = 64 * 1024 * 1024;

/** Starts a receiver of webhooks behind port 443 of its public-looking address. */
export async function startWebhookReceiver(authority: Authority): Promise<WebhookReceiver> {
  const hooks: TakenHook[] = [];
  let current: { fault: WebhookFault | null; times: number } = { fault: null, times: 0 };
  const server = createServer(authority.issue(HOST, 'good'), (request, response) => void readBody(request).then(body => {
    hooks.push({ path: request.url!, headers: request.headers as Record<string, string>, body });
    answer(current.times-- > 0 ? current.fault : null, response);
  }, () => response.destroy()));
  // A client that refuses the certificate is a case of the tests.
  server.on('tlsClientError', (_, socket) => socket.destroy());
  return {
    ...await listen(server),
    host: HOST,
    addresses: [ADDRESS],
    setFault: (fault, times = Infinity) => { current = { fault, times }; },
    takeHooks: () => hooks.splice(0),
  };
}

function answer(fault: WebhookFault | null, response: ServerResponse): void {
  switch (fault) {
    case 'stall': return;
    case 'reset': return void response.destroy();
    case 'serverError': return void response.writeHead(500).end('Something broke\n');
    case 'gone': return void response.writeHead(410).end('Nobody lives here any more\n');
    case 'limited': return void response.writeHead(429, { 'retry-after': String(RETRY_AFTER_SECONDS) }).end('Slow down\n');
    case 'redirect': return void response.writeHead(302, { location: 'https://127.0.0.1/inside' }).end();
    case 'trickle': return void response.writeHead(200).write('taken, but');
    case 'huge': return sendWithoutEnd(response);
    case null: return void response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error('The message is larger than any should be');
  }
  return Buffer.concat(chunks).toString('utf8');
}

function sendWithoutEnd(response: ServerResponse): void {
  response.writeHead(200);
  const block = Buffer.alloc(64 * 1024, 'x');
  let sent = 0;
  const more = () => {
    while (sent < HUGE_BYTES && !response.destroyed) {
      sent += block.length;
      if (!response.write(block)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}
