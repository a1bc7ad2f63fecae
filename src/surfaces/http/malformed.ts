import type { HeaderList } from './headers.ts';
import type { Socket } from './listener.ts';
import { badMessage, refusal, tooLong } from './refusal.ts';

const REASONS: Readonly<Record<number, string>> = { 400: 'Bad Request', 431: 'Request Header Fields Too Large' };

/** The whole reply to bytes that are no HTTP request; `errorCode` is Node's. The connection ends with it. */
export function malformedReply(errorCode: string | undefined, requestId: string, defaultHeaders: readonly string[]): string {
  const { status, body } = judge(errorCode, requestId);
  const text = JSON.stringify(body);
  const headers: HeaderList = [
    ...defaultHeaders, 'X-Request-Id', requestId, 'Content-Type', 'application/problem+json',
    'Content-Length', String(Buffer.byteLength(text)), 'Connection', 'close',
  ];
  let head = `HTTP/1.1 ${status} ${REASONS[status]}\r\n`;
  for (let i = 0; i < headers.length; i += 2) head += `${String(headers[i])}: ${String(headers[i + 1])}\r\n`;
  return `${head}\r\n${text}`;
}

function judge(errorCode: string | undefined, requestId: string) {
  if (errorCode === 'HPE_HEADER_OVERFLOW') return refusal(tooLong('The address and the header are larger than 16 KiB.'), requestId, 431);
  const late = errorCode === 'ERR_HTTP_REQUEST_TIMEOUT';
  return refusal(badMessage(late ? 'The request did not arrive in time. Send it again.' : 'The request is not framed as HTTP/1.1 says.'), requestId);
}

/**
 * Sends `text` as the last reply of the connection, unless another reply has begun on it, which it would garble, or
 * nothing was received: browsers connect ahead of their requests, and would read it as the answer to the first.
 */
export function refuseMalformed(socket: Socket, text: string, answering: boolean): void {
  if (answering || !socket.writable || socket.bytesRead === 0) socket.destroy();
  else socket.end(text, () => socket.destroySoon());
}
