import type { DistributionPackage } from '../services/index.ts';
import type { ComponentDistribution } from './component.ts';

/** Source packages of Debian and Ubuntu by the program: https://packages.debian.org, 2026-11. PostgreSQL has one a major version and shows none. */
const sourcePackages: Readonly<Record<string, string>> = {
  'Apache HTTP Server': 'apache2', BIND: 'bind9', Dovecot: 'dovecot', Exim: 'exim4', lighttpd: 'lighttpd', MariaDB: 'mariadb', nginx: 'nginx', OpenSSH: 'openssh', Postfix: 'postfix', ProFTPD: 'proftpd-dfsg', Samba: 'samba',
  Squid: 'squid', vsftpd: 'vsftpd',
};

/** The package with its source and the release that its revision names: `+deb12u7` is Debian 12, `ubuntu0.22.04.1` is Ubuntu 22.04. */
export function debianPackage(product: string, { distribution, version }: DistributionPackage): ComponentDistribution {
  const release = /[+~]deb(\d{1,2})u\d/.exec(version)?.[1] ?? /ubuntu\d+\.(\d\d\.\d\d)\b/.exec(version)?.[1] ?? null;
  return { distribution, release, package: sourcePackages[product] ?? null, version };
}

/** The system that a package is of; null where its release does not show. */
export function operatingSystemOf({ distribution, release }: ComponentDistribution): { vendor: string; product: string; version: string; cpe23: string[] } | null {
  if (release === null) return null;
  if (distribution === 'debian') return { vendor: 'Debian', product: 'Debian', version: release, cpe23: [`cpe:2.3:o:debian:debian_linux:${release}:*:*:*:*:*:*:*`] };
  return distribution === 'ubuntu' ? { vendor: 'Canonical', product: 'Ubuntu', version: release, cpe23: [`cpe:2.3:o:canonical:ubuntu_linux:${release}:*:*:*:*:*:*:*`] } : null;
}
