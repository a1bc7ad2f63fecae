import type { Check } from '../check.ts';
import { found } from '../looks.ts';
import { okUnless } from '../status.ts';
import { analyzeTls } from './analyze.ts';
import { collectTls, type TlsFacts } from './collect.ts';
import { rules } from './rules.ts';

export { spell } from './analyze.ts';
export { HTTPS_PORT, type TlsFacts } from './collect.ts';

export const tlsCheck: Check<'tls'> = {
  record: 'tls',
  rules,
  collect: collectTls,
  analyze: ({ tls, web }) => analyzeTls(tls, { plainAnswers: web.http.some(({ outcome }) => outcome === 'answered') }),
  present: ({ tls }, issues) => presentTls(tls, issues),
};

/** `missing` says that there is nobody to speak TLS with: no address, or a closed port. */
function presentTls({ host, handshake, addresses }: TlsFacts, issues: readonly string[]) {
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

function isoOf(ms: number): string | null {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : null;
}
