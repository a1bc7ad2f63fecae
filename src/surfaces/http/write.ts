import { hasBody } from './body.ts';
import type { HeaderList } from './headers.ts';
import type { RawReply, RawRequest } from './listener.ts';

/** A body left unread up to this size is passed over, so that the connection can be used again. */
const MAX_SKIPPED_BYTES = 64 * 1024;
/** How long, and how much, is read on from a client that still sends while it is refused. */
const LINGER_MS = 1000;
const MAX_LINGER_BYTES = 8 * 1024 * 1024;

/** Sends a whole reply; `last` closes the connection after it. A body that the client still sends ends the connection too. */
export function writeWhole(
  request: RawRequest, reply: RawReply, status: number, headers: HeaderList, body: string | Buffer | null, last: boolean,
): void {
  const unread = leavesBody(request);
  if (status !== 204 && status !== 304) headers.push('Content-Length', String(body === null ? 0 : Buffer.byteLength(body)));
  if (last || unread) headers.push('Connection', 'close');
  reply.writeHead(status, headers);
  if (unread) linger(request, reply, body);
  else reply.end(body);
}

function leavesBody(request: RawRequest): boolean {
  if (request.complete || !hasBody(request)) return false;
  return !(Number(request.headers['content-length']) <= MAX_SKIPPED_BYTES);
}

/**
 * Closing while bytes come in resets the connection, and the client may lose the reply that it has not read yet
 * (RFC 9112 §9.6). So the reply goes out, what still comes is thrown away for a while, and then the connection ends.
 */
function linger(request: RawRequest, reply: RawReply, body: string | Buffer | null): void {
  if (body !== null) reply.write(body);
  let bytes = 0;
  const end = (): void => {
    clearTimeout(timer);
    request.off('data', skip);
    reply.end();
  };
  const skip = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > MAX_LINGER_BYTES) end();
  };
  const timer = setTimeout(end, LINGER_MS);
  request.on('data', skip).once('end', end).once('close', end);
}
