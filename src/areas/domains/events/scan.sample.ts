import type { ScanResult } from '../check/index.ts';

/** As much of a scan as a judgement needs. */
export function scanWith(records: object = {}, findings: { id: string; state: string; evidence?: readonly string[] }[] = [], { domain = 'example.org', asOf = {} }: { domain?: string; asOf?: object } = {}): ScanResult {
  return { domain, findings: [{ id: 'in.nxdomain', state: 'pass' }, ...findings], records, asOf } as unknown as ScanResult;
}
