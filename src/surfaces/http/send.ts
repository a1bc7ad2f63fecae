import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { chooseCoding, createEncoder, encode, isCodable, type ContentCoding } from './content-coding.ts';
import type { HeaderList } from './headers.ts';
import type { Arrival } from './arrival.ts';
import { writeWhole } from './write.ts';

type Asked = Pick<Arrival, 'raw' | 'reply' | 'credential' | 'service'>;

/** Codes a body: each time anew, or once for one that stays. */
export type Encode = (body: string | Buffer, coding: ContentCoding) => Promise<Buffer>;

/** Sends `body` as `contentType`, in a coding where that saves something; resolves when it is written. */
export function send(
  asked: Asked, status: number, headers: HeaderList, contentType: string, body: string | Buffer, encoded: Encode = encode,
): Promise<void> | void {
  const { raw, reply, credential, service } = asked;
  headers.push('Content-Type', contentType);
  if (!isCodable(contentType, body)) return writeWhole(raw, reply, status, headers, body, service.draining);
  headers.push('Vary', 'Accept-Encoding');
  const coding = chooseCoding(raw.headers['accept-encoding'], credential);
  if (coding === null) return writeWhole(raw, reply, status, headers, body, service.draining);
  headers.push('Content-Encoding', coding);
  return encoded(body, coding).then(bytes => {
    // Meanwhile the client may have gone, or the service have stopped and said so.
    if (!reply.headersSent && !reply.destroyed) writeWhole(raw, reply, status, headers, bytes, service.draining);
  });
}

/** Sends a body as it comes; rejects where its source or the connection breaks. */
export async function sendStream(asked: Asked, status: number, headers: HeaderList, contentType: string, body: AsyncIterable<string | Uint8Array>): Promise<void> {
  const { raw, reply, credential } = asked;
  headers.push('Content-Type', contentType);
  const coding = isCodable(contentType, null) ? chooseCoding(raw.headers['accept-encoding'], credential) : null;
  if (isCodable(contentType, null)) headers.push('Vary', 'Accept-Encoding');
  if (coding !== null) headers.push('Content-Encoding', coding);
  reply.writeHead(status, headers);
  if (raw.method === 'HEAD') reply.end();
  else if (coding === null) await pipeline(Readable.from(body), reply);
  else await pipeline(Readable.from(body), createEncoder(coding), reply);
}
