import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compiledDatabase, readDatabase, type SourceDatabase } from './database.ts';

const upstream = join(import.meta.dirname, 'upstream');

/** What the recognition of services asks; the rest of Recog is for protocols that it does not speak. */
const used: ReadonlySet<string> = new Set([
  'ssh_banners', 'ftp_banners', 'smtp_banners', 'smtp_help', 'pop_banners', 'imap_banners', 'nntp_banners', 'telnet_banners', 'mysql_banners', 'mysql_error',
  'http_servers', 'http_wwwauth', 'http_cookies', 'html_title', 'apache_os', 'rtsp_servers', 'sip_banners', 'ldap_searchresult', 'x11_banners', 'dns_versionbind', 'ntp_banners',
  'x509_subjects',
]);

/** All files of Recog. */
export function sourceDatabases(): SourceDatabase[] {
  return globSync('*.xml', { cwd: upstream }).toSorted().map(file => readDatabase(basename(file, '.xml'), readFileSync(join(upstream, file), 'utf8')));
}

/** `recog/fingerprints.json` of the recognition of services: one fingerprint a line. */
export function fingerprintsFile(): string {
  const databases = sourceDatabases().filter(({ name }) => used.has(name)).map(database => {
    const lines = compiledDatabase(database).map(fingerprint => JSON.stringify(fingerprint));
    return `${JSON.stringify(database.name)}:[\n${lines.join(',\n')}\n]`;
  });
  return `{\n${databases.join(',\n')}\n}\n`;
}
