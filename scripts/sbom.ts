import { createHash } from 'node:crypto';
import type { Library } from './licenses.ts';

/** What of a lock file of npm is read. */
export interface Lock {
  packages: Readonly<Record<string, { version?: string; integrity?: string; hasInstallScript?: boolean; license?: string; dev?: boolean }>>;
}

/**
 * The bill of materials of the program `root`, as CycloneDX 1.6: every library in it with its licence, its address as a package URL and the digest
 * by which npm verified it. The same for the same content, so it names no time.
 */
export function sbomOf(root: { name: string; version: string; license: string }, libraries: readonly Library[], { packages }: Lock): object {
  const integrities = new Map(Object.entries(packages).map(([path, { version, integrity }]) => [`${path.replace(/^.*node_modules\//, '')} ${version}`, integrity]));
  const components = libraries.map(library => componentOf('library', library, integrities.get(`${library.name} ${library.version}`)));
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${[digest.slice(0, 8), digest.slice(8, 12), `5${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`, digest.slice(20, 32)].join('-')}`,
    version: 1,
    metadata: { component: componentOf('application', { ...root, identifier: root.license }) },
    components,
    dependencies: [{ ref: purlOf(root), dependsOn: libraries.map(purlOf) }],
  };
}

function componentOf(type: 'application' | 'library', library: Library, integrity?: string): object {
  const { name, version, identifier } = library;
  const purl = purlOf(library);
  return {
    type, 'bom-ref': purl, name, version, purl,
    licenses: [identifier.includes(' ') ? { expression: identifier } : { license: { id: identifier } }],
    ...(integrity?.startsWith('sha512-') ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }] } : {}),
  };
}

/** The address of a package of npm (package-url, type npm). */
function purlOf({ name, version }: Pick<Library, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
