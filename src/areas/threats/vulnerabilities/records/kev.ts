import { cvesIn, dateIn, listIn, objectIn, textIn, titleIn, wordIn } from './reading.ts';

/** That somebody is known to exploit a vulnerability. */
export interface KnownExploited {
  cve: string;
  source: 'cisa' | 'vulncheck';
  title: string | null;
  addedOn: string;
  /** Until when CISA tells its agencies to act; null where it names no day. */
  dueOn: string | null;
  /** Whether ransomware is known to use it. */
  isUsedByRansomware: boolean;
}

export interface KnownExploitedCatalogue {
  /** Of the catalogue; null where it has none. */
  version: string | null;
  entries: readonly KnownExploited[];
}

const MAX_ENTRIES = 50_000;

/** CISA's catalogue of known exploited vulnerabilities; null for what is none. */
export function parseKev(value: unknown): KnownExploitedCatalogue | null {
  const catalogue = objectIn(value);
  if (!Array.isArray(catalogue['vulnerabilities'])) return null;
  return {
    version: textIn(catalogue['catalogVersion']),
    entries: listIn(catalogue['vulnerabilities'], MAX_ENTRIES).map(objectIn).flatMap(entry => knownIn('cisa', [entry['cveID']], {
      title: entry['vulnerabilityName'], addedOn: entry['dateAdded'], dueOn: entry['dueDate'], ransomware: entry['knownRansomwareCampaignUse'],
    })),
  };
}

/** VulnCheck's larger catalogue (`GET /v3/backup/vulncheck-kev`), a list of entries with one or more CVE ids each; null for what is none. */
export function parseVulnCheckKev(value: unknown): KnownExploitedCatalogue | null {
  if (!Array.isArray(value)) return null;
  return {
    version: null,
    entries: listIn(value, MAX_ENTRIES).map(objectIn).flatMap(entry => knownIn('vulncheck', listIn(entry['cve'], 64), {
      title: entry['vulnerabilityName'], addedOn: entry['date_added'], dueOn: entry['dueDate'], ransomware: entry['knownRansomwareCampaignUse'],
    })),
  };
}

function knownIn(source: KnownExploited['source'], ids: readonly unknown[], given: { title: unknown; addedOn: unknown; dueOn: unknown; ransomware: unknown }): KnownExploited[] {
  const addedOn = dateIn(given.addedOn)?.slice(0, 10);
  if (addedOn === undefined) return [];
  return cvesIn(ids).map(cve => ({
    cve, source, addedOn,
    title: titleIn(given.title),
    dueOn: dateIn(given.dueOn)?.slice(0, 10) ?? null,
    isUsedByRansomware: wordIn(given.ransomware, ['known', 'unknown']) === 'known',
  }));
}
