import { parseIp } from '../../../core/ip.ts';
import type { RecordName } from '../../../checks/index.ts';
import type { CheckResult } from '../check/index.ts';

const COMMON_SELECTORS: ReadonlySet<string> = new Set(['default', 'google', 'selector1', 'selector2']);

/** The mail records of the last scan, tile by tile; `chosen` are the selectors that the account has named. */
export function tilesOf(result: CheckResult, chosen: readonly string[]) {
  const { spf, dkim, dmarc, mtaSts, tlsRpt, dane, bimi } = result.records;
  const ranges = (family: 'ipv4' | 'ipv6') => (spf[family] ?? []) as { range: string }[];
  const tile = (record: RecordName & keyof CheckResult['records']) => {
    const { status, issues } = result.records[record];
    return { status, issues, findings: result.findings.filter(finding => finding.record === record && finding.state === 'fail').map(({ id }) => id) };
  };
  return {
    spf: {
      ...tile('spf'),
      record: spf.record,
      lookups: spf.lookups,
      voidLookups: spf.voidLookups,
      all: (spf['policy'] ?? null) as string | null,
      addresses: { ipv4: countAddresses(ranges('ipv4').map(({ range }) => range)), ipv6Ranges: ranges('ipv6').length },
      tree: spf.tree,
    },
    dkim: {
      ...tile('dkim'),
      keys: Object.entries(dkim.selectors).flatMap(([selector, { status, keyType, keyBits, via }]) =>
        (status === 'missing' ? [] : [{ selector, status, keyType, keyBits, via, source: sourceOf(selector, chosen) }])),
      selectorsTried: Object.keys(dkim.selectors),
    },
    dmarc: {
      ...tile('dmarc'), record: dmarc.record, foundAt: dmarc.foundAt, tags: dmarc.tags,
      organizationalDomain: (dmarc['organizationalDomain'] ?? null) as string | null,
      policy: dmarc.policy, publicSuffixList: (dmarc['publicSuffix'] ?? null) as PublicSuffixPolicy | null,
    },
    mtaSts: {
      ...tile('mtaSts'), record: mtaSts.record, mode: mtaSts.mode,
      maxAgeSeconds: (mtaSts['maxAge'] ?? null) as number | null, mx: (mtaSts['mx'] ?? []) as string[],
    },
    tlsRpt: { ...tile('tlsRpt'), record: tlsRpt.record, rua: (tlsRpt['rua'] ?? []) as string[] },
    dane: { ...tile('dane'), hosts: dane.hosts.map(({ host, records, security }) => ({ host, records: records.length, security })) },
    bimi: {
      ...tile('bimi'), record: bimi.record,
      location: (bimi['location'] ?? null) as string | null, authority: (bimi['authority'] ?? null) as string | null,
    },
  };
}

/** Why the selector was tried. */
function sourceOf(selector: string, chosen: readonly string[]): 'chosen' | 'common' | 'inferred' {
  if (chosen.includes(selector)) return 'chosen';
  return COMMON_SELECTORS.has(selector) ? 'common' : 'inferred';
}

/** What receivers find that go by the public suffix list (RFC 7489). */
interface PublicSuffixPolicy {
  organizationalDomain: string;
  foundAt: string | null;
  policy: CheckResult['records']['dmarc']['policy'];
}

/** How many IPv4 addresses lie in the ranges, each counted once. */
export function countAddresses(ranges: readonly string[]): number {
  const spans = ranges.map(spanOf).filter(span => span !== null).toSorted((a, b) => a.first - b.first);
  let [count, next] = [0, 0];
  for (const { first, end } of spans) {
    count += Math.max(0, end - Math.max(first, next));
    next = Math.max(next, end);
  }
  return count;
}

function spanOf(range: string): { first: number; end: number } | null {
  const [address, length] = range.split('/');
  const bytes = parseIp(address!);
  if (bytes?.length !== 4) return null;
  const size = 2 ** (32 - Number(length));
  const first = Math.floor(bytes.reduce((sum, byte) => sum * 256 + byte, 0) / size) * size;
  return { first, end: first + size };
}
