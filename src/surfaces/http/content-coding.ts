import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Transform } from 'node:stream';
import type { Credential } from '../../core/access.ts';

/** A content coding that replies may have (RFC 9110 §8.4.1), the better one first. */
export const contentCodings = ['br', 'gzip'] as const;
export type ContentCoding = (typeof contentCodings)[number];

/** A body that fits into one packet is not made faster by being smaller. */
const MIN_CODED_BYTES = 1400;
/** Text; files that are packed already, and images, gain nothing. */
const CODED_TYPES = /^(?!text\/event-stream)(text\/|application\/(json|problem\+json|xml|x-ndjson|sarif\+json)\b|application\/[\w.-]+\+(json|xml)\b|image\/svg\+xml)/i;
/** Brotli's qualities: while somebody waits, and for what is coded once and kept. */
const QUALITY = { passing: 4, lasting: 9 } as const;

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** The codings that `Accept-Encoding` names and does not refuse (RFC 9110 §12.5.3). */
export function codingsIn(header = ''): ReadonlySet<string> {
  return new Set(header.toLowerCase().split(',').filter(one => !/;\s*q=0(\.0*)?\s*$/.test(one)).map(one => one.split(';')[0]!.trim()));
}

/** Whether a coding saves anything; `body` null is a stream, of unknown length. */
export function isCodable(contentType: string, body: string | Buffer | null): boolean {
  return CODED_TYPES.test(contentType) && (body === null || body.length >= MIN_CODED_BYTES);
}

/**
 * The coding for a reply to `credential`; null for none.
 *
 * The length of a coded reply tells what a secret in it has in common with words that the address puts into it (BREACH).
 * Who does not hold the key can make a browser send a session along, so a session gets a coding only where our own
 * pages ask; a key is sent by nobody but its holder.
 */
export function chooseCoding(header: string | undefined, credential: Credential): ContentCoding | null {
  if (header === undefined || (credential.kind === 'cookie' && !credential.sameOrigin)) return null;
  const accepted = codingsIn(header);
  return contentCodings.find(one => accepted.has(one)) ?? null;
}

/** `body` in `coding`, made off the thread that answers. */
export function encode(body: string | Buffer, coding: ContentCoding, use: keyof typeof QUALITY = 'passing'): Promise<Buffer> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (coding === 'gzip') return compress.gzip(bytes);
  return compress.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY[use], [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
}

/** Codes what is written into it. */
export function createEncoder(coding: ContentCoding): Transform {
  return coding === 'gzip' ? createGzip() : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY.passing } });
}
