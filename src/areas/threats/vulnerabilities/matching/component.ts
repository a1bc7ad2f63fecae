import type { Distribution } from '../names/distributions.ts';

/** What answers on a host, or is installed there, as far as it is known. */
export interface Component {
  /** `vendor:product` of its CPE names; npm packages are found by `packageName`. */
  cpes: readonly string[];
  /** The version that its authors gave it; null where it does not show. */
  version: string | null;
  /** The exact package of a distribution, where it shows or was imported; an epoch can be missing. */
  distributionPackage: DistributionPackage | null;
  /** The distribution that the host shows signs of. */
  distribution: Distribution | null;
  /** The package of a registry, `{ ecosystem: 'npm', name: 'jquery' }`. */
  package: { ecosystem: string; name: string } | null;
}

export interface DistributionPackage {
  distribution: Distribution;
  /** The name of the source package where it is known. */
  source: string | null;
  /** As the package manager compares it. */
  version: string;
  /** The stream of the module that it is of, `nodejs:18`, where a list says so. */
  module?: string | null;
}
