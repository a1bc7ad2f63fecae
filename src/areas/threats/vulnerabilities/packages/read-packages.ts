import { distributionNamed, type Distribution } from '../names/distributions.ts';
import { packageOfPurl, parsePurl } from '../names/purl.ts';
import { listIn, objectIn, textIn } from '../records/reading.ts';
import type { ListedPackage, PackageFormat } from './listed-package.ts';

const MAX_PACKAGES = 20_000;
const MAX_LINE = 1000;

/** What a list of packages says; null where it is none of that format. Lists of package managers do not say for which distribution they are. */
export function readPackages(format: PackageFormat, content: string, distribution: Distribution | null): ListedPackage[] | null {
  const packages = format === 'cyclonedx' || format === 'spdx' ? inDocument(format, content) : content.split('\n').flatMap(line => (line.length > MAX_LINE ? [] : inLine[format](line.trim(), distribution)));
  if (packages === null || packages.length === 0) return null;
  return [...new Map(packages.map(one => [JSON.stringify([one.name, one.version]), one])).values()].slice(0, MAX_PACKAGES);
}

const inLine: Readonly<Record<'dpkg' | 'rpm' | 'apk', (line: string, distribution: Distribution | null) => ListedPackage[]>> = {
  /** `dpkg-query -W -f '${source:Package}\t${source:Version}\n'`, or as `dpkg-query -W` has it without a form. */
  dpkg: (line, distribution) => {
    const found = /^(?<name>[a-z0-9][a-z0-9.+-]*)(?::[a-z0-9]+)?\s+(?<version>\d[\w.+:~-]*)$/.exec(line)?.groups;
    return found ? [{ name: found['name']!, version: found['version']!, distribution, registry: null }] : [];
  },
  /** `rpm -qa --qf '%{SOURCERPM}\t%{EPOCHNUM}:%{VERSION}-%{RELEASE}\n'`. */
  rpm: (line, distribution) => {
    const found = /^(?<name>[\w.+-]+)-[^\s-]+-[^\s-]+\.src\.rpm\s+(?<version>\d+:[^\s]+)$/.exec(line)?.groups;
    return found ? [{ name: found['name']!, version: found['version']!, distribution, registry: null }] : [];
  },
  /** `apk list --installed`, or `apk info -v`. */
  apk: (line, distribution) => {
    const found = /^(?<package>[a-z0-9][\w.+-]*)-(?<version>\d[\w.]*-r\d+)(?:\s+\S+\s+\{(?<origin>[\w.+-]+)\}.*)?$/.exec(line)?.groups;
    return found ? [{ name: found['origin'] ?? found['package']!, version: found['version']!, distribution, registry: null }] : [];
  },
};

/** The package URLs of a CycloneDX or SPDX document in JSON. */
function inDocument(format: 'cyclonedx' | 'spdx', content: string): ListedPackage[] | null {
  const document = objectIn(parsed(content));
  if (format === 'cyclonedx') return document['bomFormat'] === 'CycloneDX' ? listIn(document['components'], MAX_PACKAGES).flatMap(component => ofPurl(objectIn(component)['purl'])) : null;
  if (typeof document['spdxVersion'] !== 'string') return null;
  return listIn(document['packages'], MAX_PACKAGES).flatMap(one => listIn(objectIn(one)['externalRefs'], 64).map(objectIn).filter(({ referenceType }) => referenceType === 'purl').flatMap(({ referenceLocator }) => ofPurl(referenceLocator)));
}

function ofPurl(given: unknown): ListedPackage[] {
  const text = textIn(given, 512);
  const purl = text === null ? null : parsePurl(text);
  if (!purl || purl.version === null) return [];
  const registry = packageOfPurl(text!);
  if (registry) return [{ name: registry.name, version: purl.version, distribution: null, registry }];
  if (!['deb', 'rpm', 'apk'].includes(purl.type) || purl.namespace === null) return [];
  const epoch = purl.qualifiers.get('epoch');
  const name = (purl.qualifiers.get('upstream') ?? purl.name).split('@')[0]!;
  return [{ name, version: epoch === undefined ? purl.version : `${epoch}:${purl.version}`, distribution: distributionNamed(purl.namespace, purl.qualifiers.get('distro') ?? null), registry: null }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
