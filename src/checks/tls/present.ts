import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import { found } from '../lookups.ts';
import { dayOf, isoOf } from '../moments.ts';
import { okUnless } from '../status.ts';
import type { TlsFacts } from './collect.ts';
import type { TlsShape } from './shape.ts';

type Shown = z.output<typeof TlsShape>;

/** `missing` says that there is nobody to speak TLS with: no address, or a closed port. */
export function presentTls({ host, handshake, addresses }: TlsFacts, issues: readonly string[]) {
  const seen = handshake?.outcome === 'answered' ? handshake : null;
  const leaf = seen?.chain[0];
  return {
    status: (host === null && addresses.outcome !== 'failed') || (seen === null && issues.length === 0) ? 'missing' as const : okUnless(issues),
    host,
    addresses: found(addresses).toSorted(),
    protocol: seen?.protocol ?? null,
    cipher: seen?.cipher ?? null,
    group: seen?.group ?? null,
    alpn: seen?.alpn ?? null,
    ocspStapled: seen?.ocspStapled ?? null,
    trusted: seen ? seen.refused === null : null,
    certificate: leaf ? {
      subject: leaf.subject,
      issuer: leaf.issuer,
      names: leaf.names,
      notBefore: isoOf(leaf.notBefore),
      notAfter: isoOf(leaf.notAfter),
      serialNumber: leaf.serialNumber,
      key: leaf.key,
      signatureAlgorithm: leaf.signatureAlgorithm,
    } : null,
  };
}

/** What was found in a few words. */
export function summarizeTls({ protocol, certificate }: Shown): string {
  if (protocol === null || certificate === null) return '';
  const issuer = /(?:^|, )O=("[^"]*"|[^,]*)/.exec(certificate.issuer)?.[1] ?? certificate.issuer;
  return `${protocol}, certificate of ${issuer.replaceAll('"', '')} until ${certificate.notAfter?.slice(0, 10) ?? 'an unknown day'}`;
}

/** In what a change is reported. */
export function readTls({ host, protocol, certificate }: Shown): readonly ReadableField[] {
  return [
    ['Host of the website', [host]],
    ['TLS version', [protocol]],
    ['Certificate', [certificate && `${certificate.subject}, by ${certificate.issuer}, ${dayOf(certificate.notBefore)} to ${dayOf(certificate.notAfter)}`]],
  ];
}
