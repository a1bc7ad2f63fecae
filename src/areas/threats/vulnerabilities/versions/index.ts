import { compareApk, upstreamOfApk } from './apk.ts';
import { compareDpkg, upstreamOfDpkg } from './dpkg.ts';
import { compareFree } from './free.ts';
import { compareRpm, upstreamOfRpm } from './rpm.ts';
import { compareSemver } from './semver.ts';

/** How versions of a thing are ordered. */
export const versionSchemes = ['dpkg', 'rpm', 'apk', 'semver', 'free'] as const;
export type VersionScheme = (typeof versionSchemes)[number];

const comparers: Readonly<Record<VersionScheme, (a: string, b: string) => number | null>> = { dpkg: compareDpkg, rpm: compareRpm, apk: compareApk, semver: compareSemver, free: compareFree };

/** The newest of `versions`; those that cannot be compared with the others are passed over, null without any. */
export function newestOf(scheme: VersionScheme, versions: readonly string[]): string | null {
  return versions.reduce<string | null>((newest, version) => (newest === null || (compareVersions(scheme, version, newest) ?? 0) > 0 ? version : newest), null);
}

const upstreams: Readonly<Partial<Record<VersionScheme, (version: string) => string | null>>> = { dpkg: upstreamOfDpkg, rpm: upstreamOfRpm, apk: upstreamOfApk };

/** The version that its authors gave the program, without epoch, revision and what a distribution added: `1:9.2p1-2+deb12u3` is `9.2p1`; null for no version of a package. */
export function upstreamOf(scheme: VersionScheme, version: string): string | null {
  return upstreams[scheme]?.(version) ?? null;
}

/** Below 0 where `a` is older than `b`, 0 where both are the same, above 0 where it is newer; null where the scheme cannot tell. */
export function compareVersions(scheme: VersionScheme, a: string, b: string): number | null {
  return comparers[scheme](a, b);
}
