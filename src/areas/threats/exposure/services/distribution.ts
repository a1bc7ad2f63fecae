import type { DistributionPackage } from './service.ts';

/**
 * How programs of Debian and Ubuntu show the revision of their package, after the version of the program:
 * `OpenSSH_9.2p1 Debian-2+deb12u7`, `10.11.6-MariaDB-0+deb12u1`, `9.18.49-1~deb12u3-Debian`, `8.0.36-0ubuntu0.22.04.1`, `2:4.17.12+dfsg-0+deb12u1`.
 */
const REVISION = /^[ -](?:(Debian|Ubuntu)-|MariaDB-)?((?:\d[\w.+~]{0,40}))(?:-(Debian|Ubuntu))?/;
/** What only revisions of these distributions have in them. */
const DEBIAN = /deb\d{1,2}u\d/;
const UBUNTU = /ubuntu/;

/** The package of a distribution whose `version` and revision stand in `text`; null where no revision shows. */
export function distributionPackageIn(text: string, version: string | null): DistributionPackage | null {
  const at = version === null ? -1 : text.indexOf(version);
  if (version === null || at < 0) return null;
  const match = REVISION.exec(text.slice(at + version.length, at + version.length + 80));
  if (!match) return null;
  const [, before, revision, behind] = match;
  const distribution = (before ?? behind)?.toLowerCase() ?? (UBUNTU.test(revision!) ? 'ubuntu' : DEBIAN.test(revision!) ? 'debian' : null);
  return distribution === null ? null : { distribution, version: `${version}-${revision}` };
}
