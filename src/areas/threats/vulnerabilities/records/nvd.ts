import { cpeKeyOf, parseCpe, type Cpe } from '../../../../core/cpe.ts';
import type { Advisory, Affected, Cvss, VersionRule } from './advisory.ts';
import { cvssIn } from './cvss.ts';
import { cvesIn, dateIn, listIn, objectIn, textIn, titleIn, type Json } from './reading.ts';
import { everyVersion, exactly } from './version-text.ts';

const MAX_CONFIGURATIONS = 64;
const MAX_NODES = 32;
const MAX_MATCHES = 1000;

/** One entry of the National Vulnerability Database's API 2.0 (`vulnerabilities[].cve`); null for what is none. */
export function parseNvd(value: unknown): Advisory | null {
  const cve = objectIn(objectIn(value)['cve'] ?? value);
  const [id] = cvesIn([cve['id']]);
  if (id === undefined) return null;
  const status = textIn(cve['vulnStatus'])?.toLowerCase();
  return {
    source: 'nvd', id, cves: [id],
    state: status === 'rejected' ? 'rejected' : isDisputed(cve) ? 'disputed' : 'published',
    title: titleIn(objectIn(listIn(cve['descriptions'], 8).find(text => objectIn(text)['lang'] === 'en'))['value']),
    publishedAt: dateIn(cve['published']),
    modifiedAt: dateIn(cve['lastModified']),
    affected: affectedByConfigurations(cve['configurations']),
    cvss: scoresOf(objectIn(cve['metrics'])),
    ssvc: null,
  };
}

function isDisputed(cve: Json): boolean {
  return listIn(cve['cveTags'], 8).some(entry => listIn(objectIn(entry)['tags'], 8).includes('disputed'));
}

function scoresOf(metrics: Json): Cvss[] {
  return ['cvssMetricV40', 'cvssMetricV31', 'cvssMetricV30', 'cvssMetricV2'].flatMap(key => listIn(metrics[key], 8).map(objectIn).flatMap(metric => cvssIn(metric['cvssData'], textIn(metric['source']) ?? 'nvd') ?? []));
}

/** What configurations of CPE names say, in the form that the database and CVE records (`cpeApplicability`) share. */
export function affectedByConfigurations(value: unknown): Affected[] {
  return listIn(value, MAX_CONFIGURATIONS).map(objectIn).flatMap(configuration => {
    const nodes = listIn(configuration['nodes'], MAX_NODES).map(objectIn);
    // A negated node speaks of everything but what it names, which no list of products can hold.
    if (configuration['negate'] === true || nodes.some(node => node['negate'] === true)) return [];
    const isAllNeeded = textIn(configuration['operator']) === 'AND';
    return nodes.flatMap((node, at) => affectedByNode(node, isAllNeeded ? nodes.filter((_, other) => other !== at) : []));
  });
}

function affectedByNode(node: Json, others: readonly Json[]): Affected[] {
  const matches = listIn(node['cpeMatch'], MAX_MATCHES).map(objectIn);
  const around = others.map(other => keysOf(listIn(other['cpeMatch'], MAX_MATCHES).map(objectIn)));
  const isAllNeeded = textIn(node['operator']) === 'AND';
  return matches.filter(match => match['vulnerable'] === true).flatMap(match => {
    const cpe = parseCpe(match['criteria']);
    if (!cpe) return [];
    const rule = ruleOf(match, cpe);
    return [{
      name: { cpes: [`${cpe.vendor}:${cpe.product}`], words: null, package: null },
      otherwise: 'unaffected' as const,
      rules: rule ? [rule] : [],
      unreadable: rule ? 0 : 1,
      requires: [...around, ...(isAllNeeded ? matches.filter(other => other !== match).map(other => keysOf([other])) : [])],
    }];
  });
}

function keysOf(matches: readonly Json[]): string[] {
  return [...new Set(matches.flatMap(match => cpeKeyOf(match['criteria']) ?? []))];
}

/** The versions of one match; null where its name has none to compare. */
function ruleOf(match: Json, cpe: Cpe): VersionRule | null {
  const base = { status: 'affected' as const, scheme: 'free' as const, changes: [] };
  const [including, excluding] = [textIn(match['versionStartIncluding']), textIn(match['versionStartExcluding'])];
  const [upTo, below] = [textIn(match['versionEndIncluding']), textIn(match['versionEndExcluding'])];
  if (including ?? excluding ?? upTo ?? below) {
    return { ...base, from: including ?? excluding, isFromIncluded: excluding === null || including !== null, to: upTo ?? below, isToIncluded: upTo !== null };
  }
  if (cpe.version === '*') return { ...base, ...everyVersion };
  if (cpe.version === '-' || /[*?]/.test(cpe.version)) return null;
  return { ...base, ...exactly(/^[*-]$/.test(cpe.update) ? cpe.version : `${cpe.version}${cpe.update}`) };
}
