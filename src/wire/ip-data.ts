import { readFile, stat } from 'node:fs/promises';
import { Reader, type Response } from 'mmdb-lib';
import type { Clock } from '../core/clock.ts';
import { parseIp } from '../core/ip.ts';
import { readRanges } from './ip-ranges.ts';
import type { IpNetwork, IpTable } from './ip-table.ts';

/** One file in use; `attribution` is what its licence wants said, for people. */
export interface IpDataFile {
  path: string;
  attribution: string;
  /** When the data were made, epoch milliseconds; null where the file does not say. */
  builtAt: number | null;
}

export interface IpData {
  /** Null where no file has the address, or none is configured; the files are asked in their order, and each fills in what those before left open. */
  networkOf(ip: string): IpNetwork | null;
  /** What is in use, and what is wrong with the rest. */
  state(): { outcome: 'notConfigured' } | { outcome: 'configured'; files: readonly IpDataFile[]; faults: readonly { path: string; cause: string }[] };
  /** Reads the files that are new or have changed since. A file that cannot be read leaves what was read of it before. */
  refresh(): Promise<void>;
}

const POLL_MS = 60_000;
const MAX_BYTES = 1024 ** 3;
const MMDB_MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

interface Loaded {
  path: string;
  stamp: string | null;
  table: IpTable | null;
  fault: string | null;
}

/** Data about addresses from `paths`: MMDB files, or tables as iptoasn.com has them. Looks for changed files at most once a minute, when it is used. */
export function createIpData({ paths, clock }: { paths: readonly string[]; clock: Clock }): IpData {
  const files: Loaded[] = paths.map(path => ({ path, stamp: null, table: null, fault: null }));
  let checkedAt = -Infinity;
  let polling: Promise<void> | null = null;
  const refresh = (): Promise<void> => {
    checkedAt = clock.monotonicMs();
    return polling ??= Promise.all(files.map(load)).then(() => {}).finally(() => { polling = null; });
  };
  return {
    refresh,
    networkOf(ip) {
      if (files.length > 0 && clock.monotonicMs() - checkedAt >= POLL_MS) void refresh();
      const bytes = parseIp(ip);
      return bytes ? merge(files.map(({ table }) => table?.find(ip, bytes) ?? null)) : null;
    },
    state() {
      if (files.length === 0) return { outcome: 'notConfigured' };
      return {
        outcome: 'configured',
        files: files.flatMap(({ path, table }) => (table ? [{ path, attribution: table.attribution, builtAt: table.builtAt }] : [])),
        faults: files.flatMap(({ path, fault }) => (fault === null ? [] : [{ path, cause: fault }])),
      };
    },
  };
}

async function load(file: Loaded): Promise<void> {
  try {
    const { mtimeMs, size } = await stat(file.path);
    const stamp = `${mtimeMs} ${size}`;
    if (stamp === file.stamp) return;
    if (size > MAX_BYTES) throw new Error('the file is larger than 1 GiB');
    const bytes = await readFile(file.path);
    file.table = bytes.subarray(-128 * 1024).includes(MMDB_MARK) ? readMmdb(bytes) : readRanges(bytes);
    [file.stamp, file.fault] = [stamp, null];
  } catch (error) {
    file.fault = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
  }
}

function merge(answers: readonly (IpNetwork | null)[]): IpNetwork | null {
  const found = answers.filter(answer => answer !== null);
  if (found.length < 2) return found[0] ?? null;
  const first = <Key extends keyof IpNetwork>(key: Key) => found.find(answer => answer[key] !== null)?.[key] ?? null;
  return { asn: first('asn'), name: first('name'), domain: first('domain'), country: first('country') };
}

function readMmdb(bytes: Buffer): IpTable {
  const reader = new Reader(bytes);
  const { databaseType, buildEpoch, ipVersion } = reader.metadata;
  return {
    attribution: attributionOf(databaseType),
    builtAt: Number(buildEpoch) * 1000,
    find: address => (ipVersion === 4 && address.includes(':') ? null : networkIn(reader.get(address))),
  };
}

/** The fields as MaxMind, DB-IP and IPinfo name them. */
function networkIn(record: Response | null): IpNetwork | null {
  if (record === null || typeof record !== 'object') return null;
  const fields = record as Record<string, unknown>;
  const text = (...names: string[]) => names.map(name => fields[name]).find((value): value is string => typeof value === 'string' && value !== '') ?? null;
  const asn = fields['autonomous_system_number'] ?? fields['asn'];
  const { iso_code: isoCode } = (typeof fields['country'] === 'object' && fields['country'] ? fields['country'] : {}) as { iso_code?: unknown };
  return {
    asn: typeof asn === 'number' ? asn : typeof asn === 'string' && /^(AS)?\d{1,10}$/i.test(asn) ? Number(asn.replace(/^AS/i, '')) : null,
    name: text('autonomous_system_organization', 'as_name', 'name'),
    domain: text('as_domain', 'domain')?.toLowerCase() ?? null,
    country: countryOf(typeof isoCode === 'string' ? isoCode : text('country_code', 'country')),
  };
}

function countryOf(text: string | null): string | null {
  return text !== null && /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : null;
}

function attributionOf(databaseType: string): string {
  if (/^ipinfo/i.test(databaseType)) return 'IP address data powered by IPinfo (https://ipinfo.io), CC BY-SA 4.0';
  if (/^dbip|db-ip/i.test(databaseType)) return 'IP geolocation by DB-IP (https://db-ip.com), CC BY 4.0';
  if (/^geolite2/i.test(databaseType)) return 'This product includes GeoLite2 data created by MaxMind, available from https://www.maxmind.com';
  return `IP address data: ${databaseType}`;
}
