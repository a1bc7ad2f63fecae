import type { Metrics } from '../metrics/metrics.ts';
import type { ScanSettings } from './settings.ts';

/** A scan that has ended, for one keyword. */
export interface TrendScan {
  id: string;
  finishedAt: number;
  settings: Pick<ScanSettings, 'grid' | 'language' | 'country'>;
  metrics: Metrics;
}

export interface Noise {
  pairs: number;
  arp: number | null;
  atrp: number | null;
  solv: number | null;
}

const DAY_MS = 86_400_000;

/** Whether two scans asked the same, so that their metrics can be compared. */
export function isComparable(one: TrendScan['settings'], other: TrendScan['settings']): boolean {
  return keyOf(one) === keyOf(other);
}

/** How far scans that asked the same differ within a day, on average over the pairs that follow each other; `scans` are in order of time. */
export function noiseOf(scans: readonly TrendScan[]): Noise {
  const pairs = scans.flatMap((scan, at) => {
    const before = scans.slice(0, at).findLast(({ settings }) => isComparable(settings, scan.settings));
    return before !== undefined && scan.finishedAt - before.finishedAt <= DAY_MS ? [[before.metrics, scan.metrics] as const] : [];
  });
  const spread = (name: 'arp' | 'atrp' | 'solv'): number | null => {
    const gaps = pairs.flatMap(([one, other]) => (one[name] === null || other[name] === null ? [] : [Math.abs(one[name] - other[name])]));
    return gaps.length === 0 ? null : Math.round(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length * 100) / 100;
  };
  return { pairs: pairs.length, arp: spread('arp'), atrp: spread('atrp'), solv: spread('solv') };
}

function keyOf({ grid: { center, size, spacingMeters, shape }, language, country }: TrendScan['settings']): string {
  return JSON.stringify([center.lat, center.lng, size, spacingMeters, shape, language, country]);
}
