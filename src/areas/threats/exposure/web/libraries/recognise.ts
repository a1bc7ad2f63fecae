import { quoteOf, type Component, type ComponentEvidence } from '../component.ts';
import { byNetwork } from './addresses.ts';
import { byBareHash } from './hashes.ts';
import { byContent, byFileName, byHash, byUrl, type Sighting } from './patterns.ts';
import { registryNames } from './registry-names.ts';
import { parseScript } from './syntax/parse.ts';
import { bySyntax } from './syntax/recognise.ts';

/** A script of a page: its address, and its content where that was fetched. */
export interface Script {
  url: string;
  content: string | null;
}

/** Longer files are known by address, hash and texts alone. */
const MAX_PARSED_CHARACTERS = 1_500_000;

/**
 * The libraries in a script. Steps that take longer come last, and each hands what it found to `found`, so that whoever
 * stops this halfway keeps the rest. Never throws.
 */
export function recogniseLibraries({ url, content }: Script, found: (components: Component[]) => void): void {
  const say = (from: ComponentEvidence['from'], sightings: readonly Sighting[]): void => {
    if (sightings.length > 0) found(sightings.map(sighting => componentOf(sighting, from, url)));
  };
  const path = pathOf(url);
  say('url', [...byNetwork(url), ...byUrl(path)]);
  say('fileName', byFileName(path.slice(path.lastIndexOf('/') + 1)));
  if (content === null) return;
  say('hash', byHash(content));
  const parsed = content.length <= MAX_PARSED_CHARACTERS ? parseScript(content) : null;
  if (parsed) {
    say('hash', byBareHash(parsed.bare));
    say('syntaxTree', bySyntax(parsed.program));
  }
  say('content', byContent(content));
}

/** One component for each library and version; a library of which a version is known is not listed without one as well. */
export function mergeLibraries(components: readonly Component[]): Component[] {
  const versioned = new Set(components.filter(({ version }) => version !== null).map(({ name }) => name));
  const byKey = new Map<string, Component>();
  for (const one of components) {
    const key = `${one.name} ${releaseOf(one.version)}`;
    if ((one.version !== null || !versioned.has(one.name)) && !byKey.has(key)) byKey.set(key, one);
  }
  return [...byKey.values()];
}

/** Builds of one release, such as `18.3.1-next-f1338f8080-20240426`, are that release. */
function releaseOf(version: string | null): string {
  return version?.replace(/-next-[0-9a-f]+-\d+$/, '') ?? '';
}

function componentOf({ name, version, text }: Sighting, from: ComponentEvidence['from'], url: string): Component {
  return { name, version, ...registryNames(name, version), category: 'library', evidence: { from, location: quoteOf(url), text: quoteOf(text) } };
}

function pathOf(url: string): string {
  const parsed = URL.parse(url, 'http://unknown.invalid');
  return parsed === null ? '' : parsed.pathname.slice(0, 2048);
}
