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
  return [...withoutTwins(packages)].slice(0, MAX_PACKAGES);
}

/** A subpackage can have an epoch of its own: the lowest is that of its source package. */
function withoutTwins(packages: readonly ListedPackage[]): Iterable<ListedPackage> {
  const byBuild = new Map<string, ListedPackage>();
  for (const one of packages) {
    const key = JSON.stringify([one.name, one.version.replace(/^\d+:/, '')]);
    const twin = byBuild.get(key);
    if (!twin || epochOf(one) < epochOf(twin)) byBuild.set(key, one);
  }
  return byBuild.values();
}

function epochOf({ version }: ListedPackage): number {
  return Number(/^(\d+):/.exec(version)?.[1] ?? Infinity);
}

const inLine: Readonly<Record<'dpkg' | 'rpm' | 'apk', (line: string, distribution: Distribution | null) => ListedPackage[]>> = {
  /** `dpkg-query -W -f '${source:Package}\t${source:Version}\n'`, or as `dpkg-query -W` has it without a form. */
  dpkg: (line, distribution) => {
    const found = /^(?<name>[a-z0-9][a-z0-9.+-]*)(?::[a-z0-9]+)?\s+(?<version>\d[\w.+:~-]*)$/.exec(line)?.groups;
    return found ? [{ name: found['name']!, version: found['version']!, distribution, registry: null }] : [];
  },
  /** `rpm -qa --qf '%{SOURCERPM}\t%{EPOCHNUM}:%{VERSION}-%{RELEASE}\n'`, also with `\t%{MODULARITYLABEL}`. */
  rpm: (line, distribution) => {
    const found = /^(?<file>\S+)\s+(?<epoch>\d+):(?<version>[^\s:]+)(?:\s+(?<label>\S+))?$/.exec(line)?.groups;
    const source = found && sourceOf(found['file']!, found['version']!, found['epoch']);
    return source ? [{ ...source, ...streamIn(found['label']), distribution, registry: null }] : [];
  },
  /** `apk list --installed`, or `apk info -v`. */
  apk: (line, distribution) => {
    const found = /^(?<package>[a-z0-9][\w.+-]*)-(?<version>\d[\w.]*-r\d+)(?:\s+\S+\s+\{(?<origin>[\w.+-]+)\}.*)?$/.exec(line)?.groups;
    return found ? [{ name: found['origin'] ?? found['package']!, version: found['version']!, distribution, registry: null }] : [];
  },
};

/** The source package of an RPM package, by the name of its file; a subpackage with a version of its own does not tell the epoch. */
function sourceOf(file: string, version: string, epoch: string | undefined): { name: string; version: string } | null {
  const { name, built } = /^(?<name>[\w.+-]+)-(?<built>[^\s:-]+-[^\s:-]+)\.(?:no)?src\.rpm$/.exec(file)?.groups ?? {};
  return name === undefined || built === undefined ? null : { name, version: epoch !== undefined && built === version ? `${epoch}:${built}` : built };
}

/** `nodejs:18:8090020231019152822:a75119d5` is of the stream nodejs:18. */
function streamIn(label: string | undefined): { module?: string } {
  const module = /^[\w.+-]+:[\w.+-]+/.exec(label ?? '')?.[0];
  return module === undefined ? {} : { module };
}

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
  const { epoch, upstream = purl.name, distro = null, modularitylabel, rpmmod = modularitylabel } = Object.fromEntries(purl.qualifiers) as Record<string, string | undefined>;
  const source = sourceOf(upstream, purl.version, epoch) ?? { name: upstream.split('@')[0]!, version: epoch === undefined ? purl.version : `${epoch}:${purl.version}` };
  return [{ ...source, ...streamIn(rpmmod), distribution: distributionNamed(purl.namespace, distro), registry: null }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
