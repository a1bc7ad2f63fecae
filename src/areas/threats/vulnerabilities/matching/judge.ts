import { distributionIn, minorReleaseIn, releaseIn, type Distribution } from '../names/distributions.ts';
import type { Advisory, AdvisorySource, Affected, VersionStatus } from '../records/advisory.ts';
import { productOfCpes, productsNamed } from '../products/find.ts';
import { schemeOfEcosystem } from '../records/osv.ts';
import { hasEpoch, withoutEpoch } from '../versions/epoch.ts';
import { newestOf, upstreamOf, type VersionScheme } from '../versions/index.ts';
import type { Component, DistributionPackage } from './component.ts';
import { isOfModule, judgeRpm } from './rpm-package.ts';
import { versionStatusOf, type Judged } from './version-status.ts';

/**
 * How sure it is that a vulnerability applies. `confirmed`: the distribution says so of exactly this package. `likely`: the version of the program is
 * affected, and nothing speaks for a distribution that mends without changing it. `possibleBackported`: it is affected by its number, and a
 * distribution may have fixed it.
 */
export type Confidence = 'confirmed' | 'likely' | 'possibleBackported';

/** One vulnerability of one component. */
export interface Match {
  cve: string;
  versionStatus: Exclude<VersionStatus, 'unaffected'>;
  /** Null where it is not known whether the vulnerability applies. */
  confidence: Confidence | null;
  /** The first version without it; null where no source names one. */
  fixedIn: string | null;
  /** The sources that say so. */
  sources: readonly AdvisorySource[];
}

/** The product that a component is, as the catalogue knows it; null where it is not judged. */
export function productOf({ cpes, package: registered, distributionPackage }: Pick<Component, 'cpes' | 'package' | 'distributionPackage'>): string | null {
  const installed = distributionPackage?.source ? { ecosystem: distributionPackage.distribution.name, name: distributionPackage.source } : null;
  return productOfCpes(cpes) ?? [registered, installed].flatMap(named => productsNamed({ cpes: [], words: null, package: named }))[0] ?? null;
}

/** What one advisory says of one product. */
export interface Entry {
  /** The CVE ids, or the source's own id where there is none. */
  ids: readonly string[];
  source: AdvisorySource;
  affected: Affected;
}

/** What `advisories` say of `product`, without what was withdrawn, rejected or is disputed. */
export function entriesOf(product: string, advisories: readonly Advisory[]): Entry[] {
  const denied = new Set(advisories.filter(({ state }) => state === 'rejected' || state === 'disputed').flatMap(({ cves }) => cves));
  return advisories.filter(({ state }) => state === 'published').flatMap(({ id, cves, source, affected }) => {
    const ids = (cves.length > 0 ? cves : [id]).filter(one => !denied.has(one));
    return ids.length === 0 ? [] : affected.filter(({ name }) => productsNamed(name).includes(product)).map(entry => ({ ids, source, affected: entry }));
  });
}

/**
 * Every vulnerability in `entries`, which speak of its product, that applies to `component` or may apply. `others` are the CPE keys of what else is
 * on its host. A component without a version gets none: nothing is known of it.
 */
export function matchesIn(component: Component, entries: readonly Entry[], others: readonly string[] = []): Match[] {
  const heard = new Map<string, Statement[]>();
  for (const { ids, source, affected } of entries) {
    const statement = statementOf(component, affected, source, others);
    if (statement === null) continue;
    for (const id of ids) {
      const said = heard.get(id);
      if (said) said.push(statement);
      else heard.set(id, [statement]);
    }
  }
  return [...heard].flatMap(([cve, statements]) => matchIn(cve, statements, component));
}

/** What one entry says, and whether the distribution says it of exactly this package. */
interface Statement extends Judged {
  source: AdvisorySource;
  isOfPackage: boolean;
}

function statementOf(component: Component, affected: Affected, source: AdvisorySource, others: readonly string[]): Statement | null {
  const ecosystem = affected.name.package?.ecosystem;
  if (ecosystem !== undefined && isOfDistribution(ecosystem)) {
    const said = component.distributionPackage ? judgePackage(component.distributionPackage, ecosystem, affected) : judgeUpstream(component, ecosystem, affected);
    return said && { ...said.judged, source, isOfPackage: said.isExact };
  }
  if (component.version === null) return null;
  const judged = versionStatusOf(component.version, affected);
  const isAllThere = affected.requires.every(row => row.some(key => others.includes(key)));
  return { ...judged, versionStatus: judged.versionStatus === 'affected' && !isAllThere ? 'unknown' : judged.versionStatus, source, isOfPackage: false };
}

function isOfDistribution(ecosystem: string): boolean {
  return ['dpkg', 'rpm', 'apk'].includes(schemeOfEcosystem(ecosystem));
}

/** What a distribution says, and whether it says it of exactly this package. */
interface Said {
  judged: Judged;
  isExact: boolean;
}

/** Null where the entry speaks of another distribution, release or source package. */
function judgePackage({ distribution, source, version, module = null }: DistributionPackage, ecosystem: string, affected: Affected): Said | null {
  if (source !== null && source !== affected.name.package!.name) return null;
  const release = distribution.release ?? releaseIn(version);
  if (schemeOfEcosystem(ecosystem) === 'rpm') {
    const isOfRelease = speaksOf({ ...distribution, release }, ecosystem, minorReleaseIn(version)) && (releaseIn(version) ?? release) === release;
    return isOfRelease ? judgeRpm(version, module, affected) : null;
  }
  if (!speaksOf({ ...distribution, release }, ecosystem)) return null;
  // Greetings leave out the epoch.
  return { judged: versionStatusOf(version, affected, hasEpoch(version) ? undefined : withoutEpoch), isExact: true };
}

/** What the distribution says where only the authors' version shows: nothing is affected that is newer than what was fixed; anything else may be. */
function judgeUpstream({ distribution, version }: Component, ecosystem: string, affected: Affected): Said | null {
  if (distribution === null || version === null || !speaksOf(distribution, ecosystem) || isOfModule(affected)) return null;
  const scheme = schemeOfEcosystem(ecosystem);
  const upstream = (of: string | null): string | null => (of === null ? null : upstreamOf(scheme, of) ?? of);
  const { versionStatus } = versionStatusOf(version, { ...affected, rules: affected.rules.map(rule => ({ ...rule, scheme: 'free' as const, from: upstream(rule.from), to: upstream(rule.to), isToIncluded: true, changes: [] })) });
  const fixedIn = versionStatus === 'affected' ? affected.rules.find(({ to }) => to !== null)?.to ?? null : null;
  return { judged: { versionStatus, fixedIn }, isExact: versionStatus === 'unaffected' && distribution.release !== null };
}

/** `minor` is the minor release whose updates a package is of: extended ones of Red Hat are about these. */
function speaksOf({ name, release }: Distribution, ecosystem: string, minor: string | null = null): boolean {
  // Most entries are of other distributions.
  const of = ecosystem.startsWith(name) ? distributionIn(ecosystem) : null;
  return of !== null && of.name === name && (release === null || of.release === null || of.release === release || of.release === minor);
}

function matchIn(cve: string, statements: readonly Statement[], component: Component): Match[] {
  const ofPackage = statements.filter(({ isOfPackage }) => isOfPackage);
  const decisive = combined(ofPackage);
  if (decisive === 'affected' || decisive === 'unaffected') return decisive === 'affected' ? [matchOf(cve, 'confirmed', ofPackage, component)] : [];
  const rest = statements.filter(({ isOfPackage }) => !isOfPackage);
  const versionStatus = ofPackage.some(({ versionStatus }) => versionStatus === 'affected') ? 'affected' : anyOf(rest);
  if (versionStatus === 'unaffected' || (rest.length === 0 && ofPackage.length === 0)) return [];
  if (versionStatus === 'unknown') return [{ cve, versionStatus, confidence: null, fixedIn: null, sources: sourcesOf(statements) }];
  const mayBeFixedElsewhere = component.distribution !== null || component.distributionPackage !== null;
  return [matchOf(cve, mayBeFixedElsewhere ? 'possibleBackported' : 'likely', rest.length > 0 ? rest : ofPackage, component)];
}

/** What entries of several releases agree on; where they differ nobody can tell which release it is. */
function combined(statements: readonly Statement[]): VersionStatus | null {
  const [first] = statements;
  if (!first) return null;
  return statements.every(({ versionStatus }) => versionStatus === first.versionStatus) ? first.versionStatus : 'unknown';
}

/** Affected where one source says so, unaffected where none does and one says that. */
function anyOf(statements: readonly Statement[]): VersionStatus {
  return (['affected', 'unaffected'] as const).find(versionStatus => statements.some(said => said.versionStatus === versionStatus)) ?? 'unknown';
}

function matchOf(cve: string, confidence: Confidence, statements: readonly Statement[], component: Component): Match {
  const saying = statements.filter(({ versionStatus }) => versionStatus === 'affected');
  return { cve, versionStatus: 'affected', confidence, fixedIn: newestOf(schemeOf(component), saying.flatMap(({ fixedIn }) => fixedIn ?? [])), sources: sourcesOf(saying) };
}

/** How the versions of what is installed are ordered. */
export function schemeOf({ distributionPackage }: Pick<Component, 'distributionPackage'>): VersionScheme {
  return distributionPackage ? schemeOfEcosystem(distributionPackage.distribution.name) : 'free';
}

function sourcesOf(statements: readonly Statement[]): AdvisorySource[] {
  return [...new Set(statements.map(({ source }) => source))].toSorted();
}
