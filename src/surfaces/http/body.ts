import { invalid } from '../../core/invalid-input.ts';
import { Problem } from '../../core/problem.ts';
import type { RawRequest, RawReply } from './listener.ts';

/** How much of a body is taken, and for how long it is waited for. */
export interface BodyLimits {
  maxBytes: number;
  maxDepth: number;
  timeoutMs: number;
}

export const bodyLimits: BodyLimits = { maxBytes: 1024 * 1024, maxDepth: 32, timeoutMs: 10_000 };

/** Whether a body comes with the request (RFC 9112 §6.3). */
export function hasBody({ headers }: RawRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The JSON object in the body, `{}` where there is no body. Throws `Problem`: 413, 415, then 400. */
export async function readJsonBody(request: RawRequest, reply: RawReply, limits: BodyLimits = bodyLimits): Promise<Record<string, unknown>> {
  if (!hasBody(request)) return {};
  judgeLength(request, limits);
  judgeType(request.headers);
  return parseObject(await readBody(request, reply, limits), limits.maxDepth);
}

/** The bytes of the body, whatever they are. Throws `Problem`: 413, then 400. */
export function readBody(request: RawRequest, reply: RawReply, limits: Pick<BodyLimits, 'maxBytes' | 'timeoutMs'>): Promise<Buffer> {
  judgeLength(request, limits);
  // The client waits for this before it sends the body (RFC 9110 §10.1.1).
  if (request.headers.expect !== undefined) reply.writeContinue();
  return readBytes(request, reply, limits);
}

function judgeLength({ headers }: RawRequest, { maxBytes }: Pick<BodyLimits, 'maxBytes'>): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

function judgeType({ 'content-type': type = '', 'content-encoding': encoding = 'identity' }: RawRequest['headers']): void {
  const refuse = (detail: string) => new Problem('unsupported_media_type', detail);
  if (!/^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)) throw refuse('Send JSON with the header Content-Type: application/json.');
  if (encoding !== 'identity') throw refuse('Send the body without a Content-Encoding.');
}

function readBytes(request: RawRequest, reply: RawReply, { maxBytes, timeoutMs }: Pick<BodyLimits, 'maxBytes' | 'timeoutMs'>): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => reject(malformed(`The body did not arrive within ${timeoutMs / 1000} seconds.`)), timeoutMs);
  const take = (chunk: Buffer): void => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) reject(tooLarge(maxBytes));
  };
  request.on('data', take);
  request.once('end', () => resolve(Buffer.concat(chunks, bytes)));
  // The reply closes with the connection and also when it was sent early; the request tells neither for certain.
  reply.once('close', () => reject(malformed('The connection closed before the body was complete.')));
  return promise.finally(() => {
    clearTimeout(timer);
    request.off('data', take);
  });
}

function parseObject(bytes: Buffer, maxDepth: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw malformed('The body is not JSON in UTF-8.');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw malformed('The body is not a JSON object.');
  judgeValue(value, maxDepth);
  return value as Record<string, unknown>;
}

/** Refuses what lies too deep, and the name that would reach the prototype of an object that members are copied to. */
function judgeValue(value: object, depthLeft: number): void {
  if (depthLeft === 0) throw malformed('The body is nested too deeply.');
  if (Object.hasOwn(value, '__proto__')) throw invalid([{ path: ['__proto__'], message: 'There is no such field.' }]);
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    if (member !== null && typeof member === 'object') judgeValue(member as object, depthLeft - 1);
  }
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('content_too_large', `The body is larger than ${maxBytes / 1024} KiB. Send less at once.`);
}

function malformed(message: string): Problem {
  return invalid([{ path: [], message }]);
}
