// Stands in for src/areas/domains/check/index.ts in the scan of bench/scale.ts: all of it, but a check gives what a real one saw before.
import type { CheckServices, CheckResult } from '../src/areas/domains/check/index.ts';

export * from '../src/areas/domains/check/index.ts';

/** What a check of each name sees; a change is to an entry. */
export const sights = new Map<string, CheckResult>();

/** As that of the area, with the time of the check. */
export function runCheck({ clock }: Pick<CheckServices, 'clock'>, name: string): Promise<CheckResult> {
  return Promise.resolve({ ...sights.get(name)!, timestamp: new Date(clock.now()).toISOString() });
}
