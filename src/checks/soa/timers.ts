import type { RecordData } from '../../core/lookup.ts';

type Timer = 'refresh' | 'retry' | 'expire' | 'minimum';

/** Usual values in seconds: Zonemaster's thresholds of 2026 (ZONE02 to ZONE06), the upper ones of RIPE-203. */
const usualSeconds: Readonly<Record<Timer, { least: number; most: number }>> = {
  refresh: { least: 14_400, most: 86_400 },
  retry: { least: 3600, most: 28_800 },
  expire: { least: 604_800, most: 3_600_000 },
  minimum: { least: 300, most: 86_400 },
};

/** What does not fit together, or makes the zone fail: sentences, none where nothing is wrong. */
export function contradictions({ refresh, retry, expire, minimum }: RecordData['SOA']): string[] {
  return [
    ...(retry >= refresh ? [`retry ${retry} is not shorter than refresh ${refresh}: a failed transfer is not tried again any sooner`] : []),
    ...(expire < refresh + retry ? [`expire ${expire} is shorter than refresh and retry together: one failed transfer takes the zone down`] : []),
    ...(minimum > usualSeconds.minimum.most ? [`minimum ${minimum}: a name that was missing once stays missing for more than a day`] : []),
  ];
}

/** The values outside the usual ranges, as `refresh 7200 (usual: 14400 to 86400)`. */
export function unusual(soa: RecordData['SOA']): string[] {
  return (Object.keys(usualSeconds) as Timer[]).filter(timer => soa[timer] < usualSeconds[timer].least || soa[timer] > usualSeconds[timer].most)
    .map(timer => `${timer} ${soa[timer]} (usual: ${usualSeconds[timer].least} to ${usualSeconds[timer].most})`);
}
