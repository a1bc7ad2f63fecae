import { request as startRequest, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256Of, type BlobBackend } from '../../core/outside/blobs.ts';
import { withDeadline } from '../deadline.ts';
import { causeOf } from '../dial.ts';
import type { Connector } from '../door.ts';
import { signS3, type S3Access } from '../s3-signature.ts';

export interface S3Options extends S3Access {
  bucket: string;
  /** Before each name, such as `dss`; empty for none. */
  prefix: string;
  /** Origin of the store, https or http. */
  endpoint: string;
  /** The way to servers that the operator named. */
  door: Connector;
  /** For one request; half a minute unless given. */
  timeoutMs?: number;
}

interface Reply {
  status: number;
  body: Buffer;
}

const TIMEOUT_MS = 30_000;
const TRIES = 3;
const PAUSE_MS = 200;
const MAX_BLOB_BYTES = 256 * 1024 * 1024;
const never = new AbortController().signal;

/** Keeps blobs as objects of an S3-compatible store, addressed by path. What the store refuses is thrown with its status; a passing failure is tried again. */
export function createS3Backend({ bucket, prefix, endpoint, door, timeoutMs = TIMEOUT_MS, ...access }: S3Options): BlobBackend {
  const base = `${endpoint}/${[bucket, ...prefix.split('/')].filter(part => part !== '').map(encodeURIComponent).join('/')}`;

  const ask = async (method: string, sha256: string, body?: Uint8Array): Promise<Reply> => {
    const signed = await signS3(access, method, `${base}/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`, sha256Of(body ?? ''));
    return withDeadline(timeoutMs, never, signal => send(door, { method, ...signed, body, timeoutMs, signal }));
  };

  const askAgain = async (method: string, sha256: string, body?: Uint8Array): Promise<Reply> => {
    for (let tried = 1; ; tried++) {
      const reply = await ask(method, sha256, body).catch((error: Error) => error);
      const passing = reply instanceof Error || reply.status >= 500 || reply.status === 429;
      if (!(reply instanceof Error) && !passing) return reply;
      if (tried === TRIES) throw reply instanceof Error ? reply : refused(method, reply);
      await sleep(PAUSE_MS * tried);
    }
  };

  return {
    async write(sha256, bytes) {
      const reply = await askAgain('PUT', sha256, bytes);
      if (reply.status !== 200) throw refused('PUT', reply);
    },
    async read(sha256) {
      const reply = await askAgain('GET', sha256);
      // A bucket that is not there says nothing of the blob.
      if (reply.status === 404 && codeOf(reply) === 'NoSuchKey') return null;
      if (reply.status !== 200) throw refused('GET', reply);
      return reply.body;
    },
    async remove(sha256) {
      const reply = await askAgain('DELETE', sha256);
      const gone = reply.status === 404 && codeOf(reply) === 'NoSuchKey';
      if (reply.status !== 204 && reply.status !== 200 && !gone) throw refused('DELETE', reply);
    },
  };
}

interface Sending {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | undefined;
  timeoutMs: number;
  signal: AbortSignal;
}

async function send(door: Connector, { method, url, headers, body, timeoutMs, signal }: Sending): Promise<Reply> {
  const secure = url.protocol === 'https:';
  const target = { host: url.hostname, port: Number(url.port) || (secure ? 443 : 80) };
  const socket = secure ? await door.connectTls(target, { timeoutMs, signal, alpn: ['http/1.1'] }) : await door.connect(target, { timeoutMs, signal });
  if ('refused' in socket) throw new Error(`The blob store does not answer: ${socket.cause}`);
  try {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    startRequest({
      method, createConnection: () => socket, path: `${url.pathname}${url.search}`, setHost: false, signal,
      headers: { ...headers, 'Host': url.host, 'Content-Length': String(body?.length ?? 0), 'Connection': 'close' },
    }).on('error', reject).on('close', () => reject(new Error('no reply'))).on('response', resolve).end(body);
    const response = await promise;
    return { status: response.statusCode!, body: await readWhole(response) };
  } catch (error) {
    throw new Error(`The blob store at ${url.host} does not answer: ${signal.aborted ? 'timeout' : causeOf(error as Error)}`, { cause: error });
  } finally {
    socket.destroy();
  }
}

/** Throws where the body ends before its length, as Node does, or is beyond any blob. */
async function readWhole(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BLOB_BYTES) throw new Error('the object is larger than any blob');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function codeOf({ body }: Reply): string | null {
  return /<Code>(\w{1,64})<\/Code>/.exec(body.subarray(0, 4096).toString('utf8'))?.[1] ?? null;
}

function refused(method: string, reply: Reply): Error {
  return new Error(`The blob store refuses ${method}: ${reply.status}${codeOf(reply) === null ? '' : ` ${codeOf(reply)}`}`);
}
