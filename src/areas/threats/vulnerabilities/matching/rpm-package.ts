import type { Affected } from '../records/advisory.ts';
import { hasEpoch, withoutEpoch } from '../versions/epoch.ts';
import { versionStatusOf, type Judged } from './version-status.ts';

/** Builds of modules have one name and release for every stream: `1.module+el8.9.0+21256`, `1.module_el8.6.0+3238`. */
const MODULAR = /\.module[+_]/;

/** Whether the entry is about builds of a module. */
export function isOfModule({ rules }: Pick<Affected, 'rules'>): boolean {
  return rules.some(({ to }) => to !== null && MODULAR.test(to));
}

/**
 * What an entry about its name says of an RPM package of the same release; null where that is another build: one of a module and one of none are, and
 * so are those of two streams. Where nothing names the stream, what is affected in one may be so in another (`isExact` is false), and nothing is fixed.
 */
export function judgeRpm(version: string, stream: string | null, affected: Affected): { judged: Judged; isExact: boolean } | null {
  const isModular = MODULAR.test(version);
  if (isModular !== isOfModule(affected)) return null;
  const isExact = !isModular || (stream !== null && affected.module === stream);
  if (!isExact && stream !== null && affected.module !== undefined) return null;
  const judged = statusByEpoch(version, affected);
  return isExact || judged.versionStatus === 'affected' ? { judged, isExact } : null;
}

/** Lists can leave out the epoch, and advisories that are made of the names of files do (SUSE, Mageia, openEuler): it counts where both have it. */
function statusByEpoch(version: string, affected: Affected): Judged {
  const isNamed = hasEpoch(version) && affected.rules.some(({ from, to }) => hasEpoch(from ?? '') || hasEpoch(to ?? ''));
  return isNamed ? versionStatusOf(version, affected) : versionStatusOf(withoutEpoch(version), affected, withoutEpoch);
}
