const EPOCH = /^\d+:/;

/** Whether the version of a package names its epoch. */
export function hasEpoch(version: string): boolean {
  return EPOCH.test(version);
}

/** `1:3.0.7-27.el9` is 3.0.7-27.el9. */
export function withoutEpoch(version: string): string {
  return version.replace(EPOCH, '');
}
