import { readFileSync } from 'node:fs';
import { compareVersions } from '../versions/index.ts';
import type { Advisory } from '../records/advisory.ts';
import { parseOsv } from '../records/osv.ts';

export interface DebianSource {
  source: string;
  installed: string;
  fixed: readonly { version: string; suite: string; cves: readonly string[] }[];
}

/** What the changelogs of Debian 12 say was fixed, and in which version. */
export const debianSources: readonly DebianSource[] = JSON.parse(readFileSync(new URL('../golden/debian-fixed.json', import.meta.url), 'utf8')) as DebianSource[];

/** The same as records of OSV for Debian 12: what a version fixed is affected in all before it. */
export function debianAdvisories(): Advisory[] {
  return debianSources.flatMap(({ source, fixed, installed }) => fixed.flatMap(({ version, cves }, at) => cves.map(cve => parseOsv({
    id: `DEBIAN-${cve}`, upstream: [cve], modified: '2026-11-22T00:00:00Z',
    affected: [{ package: { ecosystem: 'Debian:12', name: source }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: inRelease(version, installed, fixed.slice(0, at)) }] }] }],
  })!)));
}

/** A package that is rebuilt for a release takes over changes of later versions: its own first version behind them is the one that has them. */
function inRelease(version: string, installed: string, newer: DebianSource['fixed']): string {
  if (compareVersions('dpkg', version, installed)! <= 0) return version;
  return newer.map(entry => entry.version).findLast(later => compareVersions('dpkg', later, installed)! <= 0) ?? installed;
}
