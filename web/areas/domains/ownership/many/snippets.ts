interface Proof {
  domain: string;
  record: { name: string; type: string; value: string };
}

/** An hour: the record changes never, and is not asked for often. */
const TTL_SECONDS = 3600;

/** Those that need a record of their own: one that proves a domain in the DNS holds for all names below it. */
export function withoutCovered<Of extends Proof>(proofs: readonly Of[]): Of[] {
  const names = new Set(proofs.map(({ domain }) => domain));
  return proofs.filter(({ domain }) => !parentsOf(domain).some(parent => names.has(parent)));
}

/** Lines of a zone file (RFC 1035, section 5.1), with full names, so that they fit any zone. */
export function zoneOf(proofs: readonly Proof[]): string {
  return proofs.map(({ record: { name, type, value } }) => `${name}. ${TTL_SECONDS} IN ${type} "${value}"\n`).join('');
}

/** The same as CSV (RFC 4180). */
export function csvOf(proofs: readonly Proof[]): string {
  return ['name,type,value', ...proofs.map(({ record: { name, type, value } }) => [name, type, value].join(','))].map(line => `${line}\r\n`).join('');
}

function parentsOf(name: string): string[] {
  const labels = name.split('.');
  return labels.slice(1, -1).map((_, at) => labels.slice(at + 1).join('.'));
}
