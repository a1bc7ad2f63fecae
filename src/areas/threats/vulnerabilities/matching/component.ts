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

export interface Distribution {
  /** As OSV writes it: `Debian`, `Ubuntu`, `Alpine`. */
  name: string;
  /** `12`, `24.04`; null where it does not show. */
  release: string | null;
}

export interface DistributionPackage {
  distribution: Distribution;
  /** The name of the source package where it is known. */
  source: string | null;
  /** As the package manager compares it. */
  version: string;
}

/** `debian` as OSV writes it. */
export function distributionNamed(name: string, release: string | null = null): Distribution {
  const known = ['Debian', 'Ubuntu', 'Alpine', 'Red Hat', 'Rocky Linux', 'AlmaLinux'].find(spelling => spelling.toLowerCase() === name.toLowerCase());
  return { name: known ?? name, release };
}

/** The release that a package was made for, where its version says so: `+deb12u3`, `~bpo12+1`. */
export function releaseIn(version: string): string | null {
  return /(?:[+~]deb|~bpo)(\d{1,2})(?:u|\+|$)/.exec(version)?.[1] ?? /[+~](?:ubuntu)?(\d{2}\.\d{2})(?:\.\d+)?$/.exec(version)?.[1] ?? null;
}
