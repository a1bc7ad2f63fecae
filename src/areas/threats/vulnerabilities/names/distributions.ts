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
  // OSV writes CPE names. Extended updates of a minor release are of the distribution; other products of Red Hat have packages of their own.
  { name: 'Red Hat', called: /^(?:red ?hat(?: enterprise linux)?|rhel)$/i, release: matched(/^(?:enterprise_linux:|rhel-|redhat-)?(\d+)|^rhel_(?:eus|aus|tus|e4s)[a-z_]*:(\d+\.\d+)/i) },
  { name: 'Rocky Linux', called: /^rocky(?:[ -]?linux)?$/i, release: matched(/^[a-z -]*(\d+)/i) },
  { name: 'AlmaLinux', called: /^alma(?:[ -]?linux)?$/i, release: matched(/^[a-z -]*(\d+)/i) },
  { name: 'SUSE', called: /^(?:suse|sle[ds]?|sles_sap|suse linux enterprise.*)$/i, release: releaseOfSuse },
  { name: 'openSUSE', called: /^opensuse(?:[ .-](?:leap|tumbleweed))?$/i, release: releaseOfOpenSuse },
  { name: 'Mageia', called: /^mageia$/i, release: matched(/^(?:mageia[ -])?(\d+)/i) },
  { name: 'openEuler', called: /^openeuler$/i, release: releaseOfOpenEuler },
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

/** How coverage names a release: `Debian:12`. */
export function releaseKey({ name, release }: Distribution): string {
  return `${name}:${release}`;
}

const marks = [/(?:[+~]deb|~bpo)(\d{1,2})(?:u|\+|$)/, /[+~](?:ubuntu)?(\d{2}\.\d{2})(?:\.\d+)?$/, /\.(?:module[+_])?(?:el|mga)(\d+)/];

/** The release that a package was made for, where its version says so: `+deb12u3`, `~bpo12+1`, `.el9_4`, `.mga9`. */
export function releaseIn(version: string): string | null {
  return marks.map(mark => mark.exec(version)?.[1]).find(release => release !== undefined) ?? null;
}

/** The minor release of Red Hat Enterprise Linux whose updates a package is of: `.el9_2` and `.module+el8.6.0` are 9.2 and 8.6; null where it is of none. */
export function minorReleaseIn(version: string): string | null {
  return /\.(?:module[+_])?el(\d+[._]\d+)/.exec(version)?.[1]!.replace('_', '.') ?? null;
}

/** Products and modules of one service pack share their packages: `Linux Enterprise Module for Basesystem 15 SP5`, `15 SP5-LTSS` and `sles-15.5` are 15 SP5. */
function releaseOfSuse(text: string): string | null {
  const micro = /(?:micro|slem)[ -](\d+\.\d+)/i.exec(text)?.[1];
  if (micro !== undefined) return `Micro ${micro}`;
  const [, major, minor, pack = minor] = /\b(\d{2})(?:\.(\d+)|[ -]SP(\d+))?/i.exec(text) ?? [];
  if (major === undefined) return null;
  // From 16 on there are minor releases instead.
  if (Number(major) > 15) return minor === undefined ? null : `${major}.${minor}`;
  return pack === undefined || pack === '0' ? major : `${major} SP${pack}`;
}

function releaseOfOpenSuse(text: string): string | null {
  if (/tumbleweed/i.test(text)) return 'Tumbleweed';
  const [, micro, release] = /^(?:opensuse[ .-])?(?:leap[ -]?)?(micro[ -])?(\d+\.\d+)/i.exec(text) ?? [];
  return release === undefined ? null : `Leap ${micro === undefined ? '' : 'Micro '}${release}`;
}

/** `22.03 (LTS-SP3)` is 22.03-LTS-SP3. */
function releaseOfOpenEuler(text: string): string | null {
  const parts = /^(?:openeuler[ -])?(\d{2}\.\d{2})(?:[ (-]+(LTS))?(?:-(SP\d+))?/i.exec(text)?.slice(1).filter(part => part !== undefined);
  return parts ? parts.join('-').toUpperCase() : null;
}
