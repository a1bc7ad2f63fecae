import type { Affected } from '../records/advisory.ts';

/** A package URL (purl-spec): what, of which kind, in which version. */
export interface Purl {
  type: string;
  namespace: string | null;
  name: string;
  version: string | null;
  qualifiers: ReadonlyMap<string, string>;
}

const MAX_LENGTH = 512;
/** Ecosystems of OSV by types of package URLs. */
const ecosystems: Readonly<Record<string, string>> = { npm: 'npm', pypi: 'PyPI', maven: 'Maven', golang: 'Go', gem: 'RubyGems', composer: 'Packagist', nuget: 'NuGet', cargo: 'crates.io', bitnami: 'Bitnami', hex: 'Hex', pub: 'Pub' };

/** Reads `pkg:type/namespace/name@version?qualifiers`; null for what is none. */
export function parsePurl(text: string): Purl | null {
  const match = text.length > MAX_LENGTH ? null : /^pkg:\/{0,2}([a-z][a-z0-9.+-]*)\/([^?#]+)(?:\?([^#]*))?/i.exec(text);
  if (!match) return null;
  const [, type, rest, query = ''] = match;
  const at = rest!.lastIndexOf('@');
  const hasVersion = at > 0 && !rest!.slice(at).includes('/');
  const path = (hasVersion ? rest!.slice(0, at) : rest!).split('/').filter(part => part !== '').map(decoded);
  const name = path.at(-1);
  if (name === undefined) return null;
  return {
    type: type!.toLowerCase(),
    namespace: path.length > 1 ? path.slice(0, -1).join('/') : null,
    name,
    version: hasVersion ? decoded(rest!.slice(at + 1)) : null,
    qualifiers: new Map(query.split('&').filter(pair => pair.includes('=')).map(pair => [pair.slice(0, pair.indexOf('=')).toLowerCase(), decoded(pair.slice(pair.indexOf('=') + 1))])),
  };
}

/** The package of a registry that a package URL names, in the words of OSV; null for those of distributions and what is in no registry. */
export function packageOfPurl(text: string): Affected['name']['package'] {
  const purl = parsePurl(text);
  const ecosystem = ecosystems[purl?.type ?? ''];
  if (!purl || ecosystem === undefined) return null;
  return { ecosystem, name: [purl.namespace, purl.name].filter(part => part !== null).join(purl.type === 'maven' ? ':' : '/') };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
