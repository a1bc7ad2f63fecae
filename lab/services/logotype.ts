import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { context, ia5String, octetString, oid, sequence, type Der } from './der.ts';

const SHA256 = '2.16.840.1.101.3.4.2.1';

/** The logotype extension of a mark certificate (RFC 9399 §4.1): the SVG itself, compressed, and its digest. */
export function logotype(svg: string): Der {
  const digest = createHash('sha256').update(svg).digest();
  const file = `data:image/svg+xml;base64,${gzipSync(svg).toString('base64')}`;
  const details = sequence(ia5String('image/svg+xml'), sequence(sequence(sequence(oid(SHA256)), octetString(digest))), sequence(ia5String(file)));
  return sequence(context(2, context(0, sequence(sequence(details)))));
}
