import type { Affected, VersionStatus, VersionRule } from '../records/advisory.ts';
import { compareVersions, type VersionScheme } from '../versions/index.ts';

/** What one entry of an advisory says of a version. */
export interface Judged {
  versionStatus: VersionStatus;
  /** The first version that is no longer affected, where the entry names it. */
  fixedIn: string | null;
}

const unknown: Judged = { versionStatus: 'unknown', fixedIn: null };

/** Whether a rule speaks of a version; null where nobody can tell. */
type Reach = boolean | null;

/**
 * What `affected` says of `version` (CVE Record Format 5, versions: the first rule that speaks of it decides, then the default). Whatever cannot be
 * compared leaves it `unknown`, unless another rule says `affected`. `normalize` is applied to the versions of the record before they are compared.
 */
export function versionStatusOf(version: string, affected: Affected, normalize: (version: string) => string = text => text): Judged {
  const judged = judgedBy(version, affected, normalize);
  return judged.fixedIn === null ? judged : { ...judged, fixedIn: firstUnaffected(judged.fixedIn, affected, normalize) };
}

/** The first version from `fix` on that no other rule of the entry calls affected: a fix that was not complete is none. */
function firstUnaffected(fix: string, affected: Affected, normalize: (version: string) => string): string | null {
  let current: string | null = fix;
  for (let left = affected.rules.length; left > 0 && current !== null; left--) {
    const judged = judgedBy(normalize(current), affected, normalize);
    if (judged.versionStatus !== 'affected') return current;
    current = judged.fixedIn;
  }
  return current;
}

function judgedBy(version: string, affected: Affected, normalize: (version: string) => string): Judged {
  let isUnsure = affected.unreadable > 0;
  for (const rule of affected.rules) {
    const reach = reachOf(version, rule, normalize);
    if (reach === null) isUnsure ||= rule.status !== 'unaffected';
    if (reach !== true) continue;
    const status = statusWithin(version, rule, normalize);
    if (status === null) isUnsure = true;
    else if (status === 'affected') return { versionStatus: status, fixedIn: fixOf(rule) };
    else return isUnsure ? unknown : { versionStatus: status, fixedIn: null };
  }
  if (affected.otherwise === 'affected') return { versionStatus: 'affected', fixedIn: null };
  return isUnsure ? unknown : { versionStatus: affected.otherwise, fixedIn: null };
}

function reachOf(version: string, rule: VersionRule, normalize: (version: string) => string): Reach {
  const isAfter = rule.from === null ? true : within(compare(rule.scheme, version, normalize(rule.from)), rule.isFromIncluded, 1);
  const isBefore = rule.to === null ? true : within(compare(rule.scheme, version, normalize(rule.to)), rule.isToIncluded, -1);
  if (isAfter === false || isBefore === false) return false;
  return isAfter === null || isBefore === null ? null : true;
}

function within(order: number | null, isEndIncluded: boolean, direction: 1 | -1): Reach {
  if (order === null) return null;
  return order === 0 ? isEndIncluded : Math.sign(order) === direction;
}

/** The status after the last change at or before `version`; null where one of them cannot be compared. */
function statusWithin(version: string, { status, scheme, changes }: VersionRule, normalize: (version: string) => string): VersionStatus | null {
  let [current, since] = [status, null as string | null];
  for (const change of changes) {
    const order = compare(scheme, version, normalize(change.at));
    if (order === null) return null;
    if (order >= 0 && (since === null || (compare(scheme, change.at, since) ?? 1) >= 0)) [current, since] = [change.status, change.at];
  }
  return current;
}

function fixOf({ to, isToIncluded, changes }: VersionRule): string | null {
  return changes.find(({ status }) => status === 'unaffected')?.at ?? (isToIncluded ? null : to);
}

/** Many records call versions semantic that have another form, which then decides. */
function compare(scheme: VersionScheme, a: string, b: string): number | null {
  return compareVersions(scheme, a, b) ?? (scheme === 'semver' ? compareVersions('free', a, b) : null);
}
