/** A distribution of Linux. */
export interface Distribution {
  /** As OSV writes it: `Debian`, `Rocky Linux`; of those that it does not have, as it was given. */
  name: string;
  /** What its packages are built for: `12`, `24.04`, `Leap 15.6`, `15 SP5`; null where it does not show. */
  release: string | null;
}

interface KnownDistribution {
  name: string;
  /** What systems, package URLs and people call it. */
  called: RegExp;
  /** Its release in what they write, or in what OSV writes behind the name; null where there is none. */
  release(text: string): string | null;
}

const matched = (pattern: RegExp) => (text: string): string | null => pattern.exec(text)?.slice(1).find(part => part !== undefined) ?? null;

/** The distributions that OSV has advisories of (OSV schema, "Defined ecosystems"). What comes behind a release, as in 3.20.3, 12.5 or 9.4, changes nothing for packages. */
const distributions: readonly KnownDistribution[] = [
  { name: 'Debian', called: /^debian$/i, release: matched(/^(?:debian[ -])?(\d+)/i) },
  { name: 'Ubuntu', called: /^ubuntu$/i, release: matched(/^(?:ubuntu[ -])?(\d+\.\d+)/i) },
  { name: 'Alpine', called: /^alpine(?: linux)?$/i, release: matched(/^(?:alpine[ -])?v?(\d+\.\d+)/i) },
];
export const distributionNames: readonly string[] = distributions.map(({ name }) => name);

/** `debian` with `debian-12.5` as OSV writes it: `Debian`, `12`. */
export function distributionNamed(name: string, release: string | null = null): Distribution {
  const known = distributions.find(({ called }) => called.test(name));
  return known ? { name: known.name, release: release === null ? null : known.release(release) } : { name, release };
}

/** `Debian:12`, `Alpine:v3.20` or another ecosystem of OSV as a distribution; null where what stands behind the name is no release of it. */
export function distributionIn(ecosystem: string): Distribution | null {
  const end = ecosystem.indexOf(':');
  if (end === -1) return distributionNamed(ecosystem);
  const distribution = distributionNamed(ecosystem.slice(0, end), ecosystem.slice(end + 1));
  return distribution.release === null ? null : distribution;
}

/** The release that a package was made for, where its version says so: `+deb12u3`, `~bpo12+1`. */
export function releaseIn(version: string): string | null {
  return /(?:[+~]deb|~bpo)(\d{1,2})(?:u|\+|$)/.exec(version)?.[1] ?? /[+~](?:ubuntu)?(\d{2}\.\d{2})(?:\.\d+)?$/.exec(version)?.[1] ?? null;
}
