import type { Advisory, VersionRule } from './advisory.ts';
import { cvesIn, listIn, objectIn, textIn, titleIn, type Json } from './reading.ts';

const MAX_LIBRARIES = 2000;
const MAX_VULNERABILITIES = 400;

/** The repository of retire.js: libraries with the versions below which each has a flaw; null for what is none. `modifiedAt` is when it was read. */
export function parseRetire(value: unknown, modifiedAt: string): Advisory[] | null {
  const libraries = Object.entries(objectIn(value)).slice(0, MAX_LIBRARIES).filter(([name, library]) => name !== 'retire-example' && Array.isArray(objectIn(library)['vulnerabilities']));
  if (libraries.length === 0) return null;
  return libraries.flatMap(([name, library]) => {
    const entry = objectIn(library);
    return listIn(entry['vulnerabilities'], MAX_VULNERABILITIES).map(objectIn).map((vulnerability, at) => advisoryOf(textIn(entry['npmname']) ?? name, vulnerability, at, modifiedAt));
  });
}

function advisoryOf(name: string, vulnerability: Json, at: number, modifiedAt: string): Advisory {
  const identifiers = objectIn(vulnerability['identifiers']);
  const rule = ruleOf(vulnerability);
  return {
    source: 'retire',
    id: textIn(identifiers['githubID']) ?? `retire-${name}-${textIn(identifiers['retid']) ?? at}`,
    cves: cvesIn(listIn(identifiers['CVE'], 64)),
    state: 'published',
    title: titleIn(identifiers['summary']),
    publishedAt: null,
    modifiedAt,
    affected: [{
      name: { cpes: [], words: null, package: { ecosystem: 'npm', name } },
      otherwise: 'unaffected',
      rules: [
        ...listIn(vulnerability['excludes'], 64).flatMap(version => textIn(version) ?? []).map((version): VersionRule => ({ status: 'unaffected', scheme: 'free', from: version, isFromIncluded: true, to: version, isToIncluded: true, changes: [] })),
        ...(rule ? [rule] : []),
      ],
      unreadable: rule ? 0 : 1,
      requires: [],
    }],
    cvss: [],
    ssvc: null,
  };
}

function ruleOf(vulnerability: Json): VersionRule | null {
  const [from, to] = [textIn(vulnerability['atOrAbove']), textIn(vulnerability['below'])];
  return from === null && to === null ? null : { status: 'affected', scheme: 'free', from, isFromIncluded: true, to, isToIncluded: false, changes: [] };
}
