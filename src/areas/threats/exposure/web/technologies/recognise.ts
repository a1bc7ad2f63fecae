import { cpeOf, purlOf, quoteOf, type Component, type ComponentEvidence } from '../component.ts';
import type { FetchedPage } from '../page.ts';
import { fingerprints } from './catalogue.ts';
import type { Fingerprint, Source } from './fingerprint.ts';
import { textsAt, textsOf, type PageTexts } from './texts.ts';

/** The technologies that a page shows, each once for each version; one of which a version is known is not listed without one as well. */
export function recogniseTechnologies(page: FetchedPage, url: string, all: readonly Fingerprint[] = fingerprints): Component[] {
  const texts = textsOf(page, url);
  return mergeTechnologies(all.flatMap(fingerprint => sightingOf(texts, fingerprint) ?? []));
}

function sightingOf(texts: PageTexts, fingerprint: Fingerprint): Component | null {
  let best: Component | null = null;
  for (const text of textsAt(texts, fingerprint.source)) {
    const match = fingerprint.pattern.exec(text);
    if (match === null) continue;
    const found = componentOf(fingerprint, match, texts.url);
    if (found.version !== null) return found;
    best ??= found;
  }
  return best;
}

/** The version is that of the first group that took part in the match. */
function componentOf({ name, category, cpe, targetSoftware, purl, source }: Fingerprint, match: RegExpExecArray, url: string): Component {
  const version = match.slice(1).find(group => group !== undefined && group !== '')?.slice(0, 64).replace(/[.-]+$/, '') ?? null;
  return {
    name, version, category,
    cpe23: cpe === null ? null : cpeOf(cpe, version, targetSoftware), purl: purl === null ? null : purlOf(purl, version),
    evidence: {
      from: evidenceOf(source), location: quoteOf(url),
      text: quoteOf(source.in === 'cookie' ? source.name : 'name' in source ? `${source.name}: ${match[0]}` : match[0]),
    },
  };
}

function evidenceOf({ in: source }: Source): ComponentEvidence['from'] {
  return source === 'style' ? 'html' : source;
}

/** What plugins leave out, WordPress fills in with its own version: then that of the plugin is not known. */
export function mergeTechnologies(found: readonly Component[]): Component[] {
  const wordpress = found.find(({ name, version }) => name === 'WordPress' && version !== null)?.version;
  const sure = found.map(one => (isFilledIn(one, wordpress) ? withoutVersion(one) : one));
  const versioned = new Set(sure.filter(({ version }) => version !== null).map(({ name }) => name));
  const byKey = new Map<string, Component>();
  for (const one of sure) {
    const key = `${one.name} ${one.version}`;
    if ((one.version !== null || !versioned.has(one.name)) && !byKey.has(key)) byKey.set(key, one);
  }
  return [...byKey.values()];
}

function isFilledIn({ version, purl }: Component, wordpress: string | null | undefined): boolean {
  return version !== null && version === wordpress && purl?.startsWith('pkg:composer/wpackagist-plugin/') === true;
}

function withoutVersion(one: Component): Component {
  const cpe23 = one.cpe23 === null ? null : one.cpe23.replace(/^((?:[^:\\]|\\.)+:(?:[^:\\]|\\.)+:a:(?:[^:\\]|\\.)+:(?:[^:\\]|\\.)+):(?:[^:\\]|\\.)+/, '$1:*');
  return { ...one, version: null, cpe23, purl: one.purl?.replace(/@[^@/]+$/, '') ?? null };
}
