import { cpeKeyOf } from '../../../../core/cpe.ts';
import { packageOfPurl } from '../names/purl.ts';
import { compareVersions, type VersionScheme } from '../versions/index.ts';
import type { Advisory, Affected, VersionRule } from './advisory.ts';
import { baseScoreIn } from './cvss-score.ts';
import { cvesIn, dateIn, listIn, objectIn, textIn, titleIn, type Json } from './reading.ts';
import { exactly } from './version-text.ts';

/** Those of Red Hat name every binary package for every stream of a product. */
const MAX_PACKAGES = 4000;
const MAX_RANGES = 64;
const MAX_EVENTS = 512;
const MAX_VERSIONS = 2000;

/** Advisories of distributions that name each vulnerability that they fix, some only as related. */
const ERRATUM = /^(?:RH|AL|RL|RX)[SBE]A-|^(?:open)?SUSE-|^MGASA-|^OESA-/;
/** The stream of a module, as titles name it: `nodejs:18 security update`. */
const STREAM = /(?<![\w.:+-])[a-z][\w.+-]*:[\w.+-]+(?![\w:])/gi;

const schemes: readonly [ecosystem: RegExp, scheme: VersionScheme][] = [
  [/^(?:Debian|Ubuntu)\b/, 'dpkg'],
  [/^(?:Alpine|Alpaquita|Wolfi|Chainguard)\b/, 'apk'],
  [/^(?:Red Hat|Rocky Linux|AlmaLinux|SUSE|openSUSE|openEuler|Mageia|Azure Linux|Photon OS)\b/, 'rpm'],
  [/^(?:npm|Go|crates\.io|Hex|SwiftURL|Bitnami|Pub)\b/, 'semver'],
];

/** How versions of an ecosystem are ordered. */
export function schemeOfEcosystem(ecosystem: string): VersionScheme {
  return schemes.find(([pattern]) => pattern.test(ecosystem))?.[1] ?? 'free';
}

/** A record in the Open Source Vulnerability format (OSV schema 1); null for what is none. */
export function parseOsv(value: unknown): Advisory | null {
  const record = objectIn(value);
  const id = textIn(record['id']);
  if (id === null || (dateIn(record['modified']) === null && !Array.isArray(record['affected']))) return null;
  const named = cvesIn([id, ...listIn(record['aliases'], 256), ...listIn(record['upstream'], 256)]);
  const streams = new Set(titleIn(record['summary'])?.match(STREAM));
  const module = streams.size === 1 ? [...streams][0]! : null;
  const cpes = listIn(objectIn(record['database_specific'])['cpes'], 64).flatMap(cpe => cpeKeyOf(cpe) ?? []);
  return {
    source: 'osv', id,
    cves: named.length === 0 && ERRATUM.test(id) ? cvesIn(listIn(record['related'], 256)) : named,
    state: record['withdrawn'] === undefined ? 'published' : 'withdrawn',
    title: titleIn(record['summary']) ?? titleIn(record['details']),
    publishedAt: dateIn(record['published']),
    modifiedAt: dateIn(record['modified']),
    affected: listIn(record['affected'], MAX_PACKAGES).flatMap(entry => affectedIn(objectIn(entry), [...new Set(cpes)], module)),
    cvss: [record, ...listIn(record['affected'], MAX_PACKAGES).map(objectIn)].flatMap(({ severity }) => listIn(severity, 8)).map(objectIn).flatMap(severity => {
      const vector = textIn(severity['score']);
      const version = /^CVSS:(\d\.\d)\//.exec(vector ?? '')?.[1];
      return vector !== null && version !== undefined ? [{ version, score: baseScoreIn(vector), vector, by: 'osv' }] : [];
    }),
    ssvc: null,
  };
}

function affectedIn(entry: Json, cpes: readonly string[], module: string | null): Affected[] {
  const { ecosystem, name, purl } = objectIn(entry['package']);
  const given = { ecosystem: textIn(ecosystem, 128), name: textIn(name) };
  const known = given.ecosystem !== null && given.name !== null ? { ecosystem: given.ecosystem, name: given.name } : packageOfPurl(textIn(purl, 512) ?? '');
  if (!known) return [];
  const scheme = schemeOfEcosystem(known.ecosystem);
  const ranges = listIn(entry['ranges'], MAX_RANGES).map(objectIn).filter(({ type }) => type === 'SEMVER' || type === 'ECOSYSTEM');
  const listed = ranges.length > 0 ? [] : listIn(entry['versions'], MAX_VERSIONS).flatMap(version => textIn(version) ?? []);
  const isOfCommits = ranges.length === 0 && listed.length === 0;
  return [{
    name: { cpes, words: null, package: known },
    otherwise: 'unaffected',
    rules: [
      ...ranges.flatMap(range => rulesOf(listIn(range['events'], MAX_EVENTS).map(objectIn), range['type'] === 'SEMVER' ? 'semver' : scheme)),
      ...listed.map(version => ({ status: 'affected' as const, scheme, changes: [], ...exactly(version) })),
    ],
    unreadable: isOfCommits ? 1 : 0,
    requires: [],
    ...(module !== null && scheme === 'rpm' ? { module } : {}),
  }];
}

/** Events in the order of their versions, as spans from where a flaw came to where it went. */
function rulesOf(events: readonly Json[], scheme: VersionScheme): VersionRule[] {
  const moments = events.flatMap(event => (['introduced', 'fixed', 'last_affected'] as const).flatMap(kind => {
    const version = textIn(event[kind]);
    return version === null ? [] : [{ kind, version }];
  })).toSorted((a, b) => order(a.version, b.version, scheme) || Number(a.kind === 'introduced') - Number(b.kind === 'introduced'));
  const rules: VersionRule[] = [];
  let start: string | null = null;
  for (const { kind, version } of moments) {
    if (kind === 'introduced') start ??= version;
    else if (start !== null) {
      rules.push(ruleOf(start, version, kind === 'last_affected', scheme));
      start = null;
    }
  }
  return start === null ? rules : [...rules, ruleOf(start, null, true, scheme)];
}

function ruleOf(start: string, to: string | null, isToIncluded: boolean, scheme: VersionScheme): VersionRule {
  return { status: 'affected', scheme, from: start === '0' ? null : start, isFromIncluded: true, to, isToIncluded, changes: [] };
}

function order(a: string, b: string, scheme: VersionScheme): number {
  if (a === '0' || b === '0') return Number(b === '0') - Number(a === '0');
  return compareVersions(scheme, a, b) ?? 0;
}
