import { compareApk } from './apk.ts';
import { compareDpkg } from './dpkg.ts';
import { compareFree } from './free.ts';
import { compareRpm } from './rpm.ts';
import { compareSemver } from './semver.ts';

export { upstreamOf } from './dpkg.ts';

/** How versions of a thing are ordered. */
export const versionSchemes = ['dpkg', 'rpm', 'apk', 'semver', 'free'] as const;
export type VersionScheme = (typeof versionSchemes)[number];

const comparers: Readonly<Record<VersionScheme, (a: string, b: string) => number | null>> = { dpkg: compareDpkg, rpm: compareRpm, apk: compareApk, semver: compareSemver, free: compareFree };

/** The newest of `versions`; those that cannot be compared with the others are passed over, null without any. */
export function newestOf(scheme: VersionScheme, versions: readonly string[]): string | null {
  return versions.reduce<string | null>((newest, version) => (newest === null || (compareVersions(scheme, version, newest) ?? 0) > 0 ? version : newest), null);
}

/** Below 0 where `a` is older than `b`, 0 where both are the same, above 0 where it is newer; null where the scheme cannot tell. */
export function compareVersions(scheme: VersionScheme, a: string, b: string): number | null {
  return comparers[scheme](a, b);
}
