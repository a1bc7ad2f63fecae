import { cpeKeyOf } from '../../../../core/cpe.ts';
import { packageOfPurl } from '../names/purl.ts';
import type { VersionScheme } from '../versions/index.ts';
import { statuses, type Advisory, type Affected, type Cvss, type Ssvc, type VersionStatus, type VersionRule } from './advisory.ts';
import { cvssIn } from './cvss.ts';
import { affectedByConfigurations } from './nvd.ts';
import { cvesIn, dateIn, listIn, objectIn, textIn, titleIn, wordIn, type Json } from './reading.ts';
import { endOfFamily, everyVersion, rangesIn } from './version-text.ts';

const MAX_PRODUCTS = 400;
const MAX_VERSIONS = 400;
const MAX_CHANGES = 64;
const MAX_CONTAINERS = 16;
const CISA = 'CISA-ADP';
/** What stands for the first version there was. */
const BEGINNING = /^(?:0|\*|-|n\/?a|unspecified|all)$/i;
const NO_END = /^(?:\*|unspecified|n\/?a)$/i;
/** Names of commits, which say nothing about versions. */
const COMMITS = /^(?:git|original_commit_for_fix)$/i;
const schemes: Readonly<Record<string, VersionScheme>> = { semver: 'semver', npm: 'semver', rpm: 'rpm', dpkg: 'dpkg', deb: 'dpkg', apk: 'apk' };

/** A record of the CVE List (CVE Record Format 5.0 to 5.2) with what CISA adds; null for what is no such record. */
export function parseCve5(value: unknown): Advisory | null {
  const { cveMetadata, containers } = objectIn(value);
  const meta = objectIn(cveMetadata);
  const [cve] = cvesIn([meta['cveId']]);
  const { cna, adp } = objectIn(containers);
  if (cve === undefined || cna === undefined) return null;
  const all = [objectIn(cna), ...listIn(adp, MAX_CONTAINERS).map(objectIn)];
  return {
    source: 'cve', id: cve, cves: [cve],
    state: stateOf(meta, objectIn(cna)),
    title: titleIn(objectIn(cna)['title']) ?? titleIn(objectIn(listIn(objectIn(cna)['descriptions'], 1)[0])['value']),
    publishedAt: dateIn(meta['datePublished']),
    modifiedAt: dateIn(meta['dateUpdated']),
    affected: all.flatMap(container => [
      ...listIn(container['affected'], MAX_PRODUCTS).flatMap(affectedIn),
      ...affectedByConfigurations(container['cpeApplicability']),
    ]),
    cvss: all.flatMap(scoresOf),
    ssvc: ssvcOf(all),
  };
}

function stateOf(meta: Json, cna: Json): Advisory['state'] {
  if (textIn(meta['state']) === 'REJECTED') return 'rejected';
  return listIn(cna['tags'], 32).includes('disputed') ? 'disputed' : 'published';
}

function affectedIn(value: unknown): Affected[] {
  const product = objectIn(value);
  const [vendor, name] = [textIn(product['vendor']), textIn(product['product'])];
  const versions = listIn(product['versions'], MAX_VERSIONS).map(objectIn);
  const isOfCommits = (version: Json): boolean => COMMITS.test(textIn(version['versionType']) ?? '');
  const spoken = versions.some(version => !isOfCommits(version)) ? versions.filter(version => !isOfCommits(version)) : versions;
  const read = spoken.map(version => ({ status: statusIn(version['status']) ?? 'unknown', rules: isOfCommits(version) ? null : rulesOf(version) }));
  const rules = joined(read.flatMap(({ rules }) => rules ?? []));
  const affected: Affected = {
    name: {
      cpes: [...new Set(listIn(product['cpes'], 64).flatMap(cpe => cpeKeyOf(cpe) ?? []))],
      words: vendor !== null && name !== null ? { vendor, product: name } : null,
      package: packageOfPurl(textIn(product['packageURL'], 512) ?? ''),
    },
    otherwise: otherwiseOf(statusIn(product['defaultStatus']), rules),
    rules,
    unreadable: read.filter(({ status, rules }) => rules === null && status !== 'unaffected').length,
    requires: [],
  };
  return [affected];
}

/** Who lists the affected versions and nothing else did not mean that all others are affected too. */
function otherwiseOf(given: VersionStatus | null, rules: readonly VersionRule[]): VersionStatus {
  return given === null || (given === 'affected' && rules.length > 0 && rules.every(({ status }) => status === 'affected')) ? 'unknown' : given;
}

/** Some write the two ends of one range as two entries, which together would be every version. */
function joined(rules: readonly VersionRule[]): VersionRule[] {
  const [lower, upper] = rules;
  const isSplit = rules.length === 2 && lower!.status === upper!.status && lower!.from !== null && lower!.to === null && upper!.from === null && upper!.to !== null;
  return isSplit ? [{ ...upper!, from: lower!.from, isFromIncluded: lower!.isFromIncluded }] : [...rules];
}

function statusIn(value: unknown): VersionStatus | null {
  return wordIn(value, statuses);
}

/** The rules of one entry of `versions`; null where its words are no versions. */
function rulesOf(version: Json): VersionRule[] | null {
  const status = statusIn(version['status']) ?? 'unknown';
  const scheme = schemes[textIn(version['versionType'])?.toLowerCase() ?? ''] ?? 'free';
  const base = { status, scheme, changes: changesIn(version['changes']) };
  const from = textIn(version['version']) ?? '0';
  const [below, upTo] = [textIn(version['lessThan']), textIn(version['lessThanOrEqual'])];
  const end = below ?? upTo;
  if (end === null) return BEGINNING.test(from) && !/^(?:\*|all)$/i.test(from) ? null : rangesIn(from)?.map(range => ({ ...base, ...range })) ?? null;
  if (/[,\s]/.test(end)) return null;
  const family = endOfFamily(end);
  return [{
    ...base,
    ...everyVersion,
    from: BEGINNING.test(from) ? null : (rangesIn(from)?.[0]?.from ?? from).replace(/\.[x*]$/i, ''),
    to: NO_END.test(end) ? null : family ?? end,
    isToIncluded: family === null && below === null,
  }];
}

function changesIn(value: unknown): VersionRule['changes'] {
  return listIn(value, MAX_CHANGES).map(objectIn).flatMap(change => {
    const [at, status] = [textIn(change['at']), statusIn(change['status'])];
    return at !== null && status !== null ? [{ at, status }] : [];
  });
}

function scoresOf(container: Json): Cvss[] {
  const by = textIn(objectIn(container['providerMetadata'])['shortName']) ?? 'unknown';
  return listIn(container['metrics'], 32).map(objectIn).flatMap(metric => ['cvssV4_0', 'cvssV3_1', 'cvssV3_0', 'cvssV2_0'].flatMap(key => cvssIn(metric[key], by) ?? []));
}

function ssvcOf(containers: readonly Json[]): Ssvc | null {
  const metrics = containers.filter(container => textIn(objectIn(container['providerMetadata'])['shortName']) === CISA).flatMap(({ metrics }) => listIn(metrics, 32)).map(metric => objectIn(objectIn(metric)['other']));
  const content = metrics.find(({ type }) => type === 'ssvc')?.['content'];
  if (content === undefined) return null;
  const options: Json = Object.assign({}, ...listIn(objectIn(content)['options'], 16).map(objectIn));
  const automatable = wordIn(options['Automatable'], ['yes', 'no']);
  return {
    exploitation: wordIn(options['Exploitation'], ['none', 'poc', 'active']),
    isAutomatable: automatable === null ? null : automatable === 'yes',
    technicalImpact: wordIn(options['Technical Impact'], ['partial', 'total']),
  };
}
