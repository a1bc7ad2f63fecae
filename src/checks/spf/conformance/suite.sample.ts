import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import type { Dns, Lookup, RecordData, RecordType } from '../../../core/lookup.ts';

/** One case of the RFC 7208 suite. */
export interface SuiteCase {
  name: string;
  helo: string;
  host: string;
  mailfrom: string;
  /** All results that are right. */
  results: readonly string[];
  /** Null where the suite expects none in particular. */
  explanation: string | null;
  dns: Pick<Dns, 'lookup'>;
}

type ZoneEntry = 'TIMEOUT' | Record<string, unknown>;
type Zone = ReadonlyMap<string, readonly ZoneEntry[]>;
interface SuiteDocument {
  description: string;
  tests: Record<string, { helo: string; host: string; mailfrom: string; result: string | string[]; explanation?: string }>;
  zonedata: Record<string, ZoneEntry[]>;
}

/** The 203 cases, under the headings of the suite. */
export function readSuite(): { heading: string; cases: SuiteCase[] }[] {
  const text = readFileSync(new URL('rfc7208-tests.yml', import.meta.url), 'latin1');
  return parseAllDocuments(text).map(document => {
    const { description, tests, zonedata } = document.toJS() as SuiteDocument;
    const dns = dnsOf(zonedata);
    const cases = Object.entries(tests).map(([name, { helo, host, mailfrom, result, explanation }]) =>
      ({ name, helo, host, mailfrom, results: [result].flat(), explanation: explanation ?? null, dns }));
    return { heading: description, cases };
  });
}

/** A resolver over the suite's zone data: it follows CNAMEs, and serves SPF data as TXT where no TXT is given. */
function dnsOf(zonedata: SuiteDocument['zonedata']): Pick<Dns, 'lookup'> {
  const zone: Zone = new Map(Object.entries(zonedata).map(([name, entries]) => [name.toLowerCase(), entries]));
  return { lookup: async (name, type) => lookupIn(zone, name, type, []) };
}

function lookupIn<T extends RecordType>(zone: Zone, name: string, type: T, via: readonly string[]): Lookup<readonly RecordData[T][]> {
  const entries = zone.get(name.toLowerCase());
  if (!entries) return { outcome: 'absent', nxdomain: true, via };
  const value = valuesOf(entries, type).map(value => read(value, type));
  if (value.length > 0) return { outcome: 'found', value, via, ttlSeconds: 0 };
  const [alias] = valuesOf(entries, 'CNAME') as string[];
  if (alias && via.length > 8) return { outcome: 'failed', kind: 'loop', cause: 'CNAME loop' };
  if (alias) return lookupIn(zone, bare(alias), type, [...via, bare(alias)]);
  if (entries.includes('TIMEOUT')) return { outcome: 'failed', kind: 'timeout', cause: 'timeout' };
  return { outcome: 'absent', nxdomain: false, via };
}

function valuesOf(entries: readonly ZoneEntry[], type: string): unknown[] {
  const of = (wanted: string) => entries.flatMap(entry => (entry !== 'TIMEOUT' && wanted in entry ? [entry[wanted]] : []));
  const own = of(type);
  if (type === 'TXT' && own.length === 0) return of('SPF');
  return own.filter(value => value !== 'NONE');
}

function read<T extends RecordType>(value: unknown, type: T): RecordData[T] {
  if (type === 'MX') {
    const [preference, exchange] = value as [number, string];
    return { preference, exchange } as RecordData[T];
  }
  const text = type === 'TXT' ? [value].flat().join('') : bare(String(value));
  return text as RecordData[T];
}

function bare(name: string): string {
  return name.replace(/\.$/, '');
}
