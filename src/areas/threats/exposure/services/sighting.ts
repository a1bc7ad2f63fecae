import { cpeNames, cpeNamesOfUri } from './cpe.ts';
import { distributionPackageIn } from './distribution.ts';
import { matchFingerprint } from './recog/match.ts';
import type { Service, ServiceEvidence } from './service.ts';

/** What one probe learned; what is left out it does not know. */
export interface Sighting extends Partial<Omit<Service, 'protocol' | 'evidence'>> {
  protocol: string;
  evidence: readonly ServiceEvidence[];
}

export type Program = Pick<Service, 'product' | 'vendor' | 'version' | 'distributionPackage' | 'cpe23'>;

/** A program by its own word; `cpe` is `vendor:product` of its CPE name. */
export function program(product: string, { vendor = null, version = null, cpe }: { vendor?: string | null; version?: string | null; cpe?: string }, text = ''): Program {
  const [cpeVendor, cpeProduct] = cpe?.split(':') ?? [];
  return {
    product, vendor, version,
    distributionPackage: distributionPackageIn(text, version),
    cpe23: cpeVendor && cpeProduct ? cpeNames(cpeVendor, cpeProduct, version) : [],
  };
}

/** The program that Recog knows by `text`, of the first database that knows one; nothing where none does. */
export function programIn(text: string, ...databases: readonly string[]): Program | null {
  for (const database of databases) {
    const match = matchFingerprint(database, text);
    const product = match?.['service.product'];
    if (match === null || product === undefined) continue;
    const version = match['service.version'] ?? null;
    return {
      product: spelling[product] ?? product,
      vendor: match['service.vendor'] ?? null,
      version,
      distributionPackage: distributionPackageIn(text, version),
      cpe23: cpeNamesOfUri(match['service.cpe23'] ?? ''),
    };
  }
  return null;
}

/** Names of Recog that the programs themselves write otherwise. */
const spelling: Readonly<Record<string, string>> = { exim: 'Exim', HTTPD: 'Apache HTTP Server', Lighttpd: 'lighttpd', vsFTPd: 'vsftpd', 'vsFTPd FTP server': 'vsftpd' };

/** The first group of `pattern` in `text`. */
export function groupIn(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[1] ?? null;
}
