import type { Distribution } from '../names/distributions.ts';

/** A package that a host says it has installed. */
export interface ListedPackage {
  /** The source package of a distribution, or the name in a registry. */
  name: string;
  version: string;
  distribution: Distribution | null;
  registry: { ecosystem: string; name: string } | null;
  /** The stream of the module that an RPM package is of, `nodejs:18`; left out where the list does not say so. */
  module?: string;
}

export const packageFormats = ['dpkg', 'rpm', 'apk', 'cyclonedx', 'spdx'] as const;
export type PackageFormat = (typeof packageFormats)[number];
