import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import { tables, type ExposureTables } from '../tables.ts';

export type ScanRow = Selectable<ExposureTables['exposure_scan']>;
export type HostRow = Selectable<ExposureTables['exposure_host']>;
export type StepRow = Selectable<ExposureTables['exposure_step']>;
export type PortRow = Selectable<ExposureTables['exposure_port']>;

/** Finished scans of a domain that are kept. */
const KEPT_SCANS = 30;

/** Everything that one scan has learnt so far. */
export interface ScanContents {
  hosts: HostRow[];
  steps: StepRow[];
  ports: PortRow[];
}

export async function findScan(db: Db, id: string): Promise<ScanRow | null> {
  return await tables(db).selectFrom('exposure_scan').selectAll().where('id', '=', id).executeTakeFirst() ?? null;
}

/** The newest scans of the domain that came to their end, the newest first. */
export async function finishedScans(db: Db, domainId: string, limit: number): Promise<ScanRow[]> {
  return tables(db).selectFrom('exposure_scan').selectAll().where('domain_id', '=', domainId).where('finished_at', 'is not', null).orderBy('id', 'desc').limit(limit).execute();
}

export async function contentsOf(db: Db, scanId: string): Promise<ScanContents> {
  const [hosts, steps, ports] = [
    await tables(db).selectFrom('exposure_host').selectAll().where('scan_id', '=', scanId).orderBy('address').execute(),
    await tables(db).selectFrom('exposure_step').selectAll().where('scan_id', '=', scanId).execute(),
    await tables(db).selectFrom('exposure_port').selectAll().where('scan_id', '=', scanId).orderBy('address').orderBy('port').execute(),
  ];
  return { hosts, steps, ports };
}

export async function portsAt(db: Db, scanId: string, address: string): Promise<PortRow[]> {
  return tables(db).selectFrom('exposure_port').selectAll().where('scan_id', '=', scanId).where('address', '=', address).orderBy('port').execute();
}

export async function hostOf(db: Db, scanId: string, address: string): Promise<HostRow | null> {
  return await tables(db).selectFrom('exposure_host').selectAll().where('scan_id', '=', scanId).where('address', '=', address).executeTakeFirst() ?? null;
}

/** Whether the stage was committed at the address. */
export async function hasStep(db: Db, scanId: string, stage: string, address: string): Promise<boolean> {
  return await tables(db).selectFrom('exposure_step').select('scan_id').where('scan_id', '=', scanId).where('stage', '=', stage).where('address', '=', address).executeTakeFirst() !== undefined;
}

/** Where a stage found something. */
export interface At {
  scanId: string;
  address: string;
}

/** Keeps a scan that begins, with the hosts that it found. */
export async function beginScan(tx: Db, scan: ScanRow, hosts: readonly Omit<HostRow, 'scan_id'>[]): Promise<void> {
  await tables(tx).insertInto('exposure_scan').values(scan).execute();
  for (const host of hosts) await tables(tx).insertInto('exposure_host').values({ scan_id: scan.id, ...host }).execute();
}

/** Notes when each stage began. */
export async function noteBegun(tx: Db, scanId: string, begun: Readonly<Record<string, number>>): Promise<void> {
  await tables(tx).updateTable('exposure_scan').set({ begun: JSON.stringify(begun) }).where('id', '=', scanId).execute();
}

/** Keeps what a stage came to at an address, with figures of it. */
export async function addStep(tx: Db, { scanId, address }: At, stage: string, { outcome, cause, details }: { outcome: string; cause: string | null; details?: object | undefined }, now: number): Promise<void> {
  await tables(tx).insertInto('exposure_step').values({ scan_id: scanId, stage, address, outcome, cause, details: details === undefined ? null : JSON.stringify(details), at: now }).execute();
}

export async function saveHost(tx: Db, { scanId, address }: At, { wildcard, rttMs }: { wildcard: boolean; rttMs: number | null }): Promise<void> {
  await tables(tx).updateTable('exposure_host').set({ wildcard: wildcard ? 1 : 0, rtt_ms: rttMs === null ? null : Math.round(rttMs) }).where('scan_id', '=', scanId).where('address', '=', address).execute();
}

export async function addPort(tx: Db, { scanId, address }: At, { port, verified, rttMs }: { port: number; verified: boolean; rttMs: number }): Promise<void> {
  await tables(tx).insertInto('exposure_port').values({
    scan_id: scanId, address, port, transport: 'tcp', verified: verified ? 1 : 0, rtt_ms: Math.round(rttMs), service: null, tls: null, http: null, web: null,
  }).execute();
}

/** Keeps the service at a port; one that answers by datagrams has no port yet. */
export async function saveService(tx: Db, { scanId, address }: At, { port, transport, service }: { port: number; transport: string; service: object }): Promise<void> {
  await tables(tx).insertInto('exposure_port').values({
    scan_id: scanId, address, port, transport, verified: 1, rtt_ms: null, service: JSON.stringify(service), tls: null, http: null, web: null,
  }).onConflict(conflict => conflict.columns(['scan_id', 'address', 'port', 'transport']).doUpdateSet({ service: JSON.stringify(service) })).execute();
}

/** Keeps what was seen behind an open port. */
export async function saveSeen(tx: Db, { scanId, address }: At, port: number, seen: { tls: object } | { http: object } | { web: object }): Promise<void> {
  const [[kind, value]] = Object.entries(seen) as [['tls' | 'http' | 'web', object]];
  await tables(tx).updateTable('exposure_port').set({ [kind]: JSON.stringify(value) }).where('scan_id', '=', scanId).where('address', '=', address).where('port', '=', port).where('transport', '=', 'tcp').execute();
}

/** Marks the scan as ended, and forgets old ones of its domain and those that never came to their end. */
export async function endScan(tx: Db, scan: Pick<ScanRow, 'id' | 'domain_id'>, { state, summary, now }: { state: string; summary: object; now: number }): Promise<void> {
  await tables(tx).updateTable('exposure_scan').set({ state, summary: JSON.stringify(summary), finished_at: now }).where('id', '=', scan.id).execute();
  const kept = (await finishedScans(tx, scan.domain_id, KEPT_SCANS)).map(({ id }) => id);
  await tables(tx).deleteFrom('exposure_scan').where('domain_id', '=', scan.domain_id).where('id', 'not in', kept).where('id', '<', scan.id).execute();
}

/** Every scan of the account with what it found, for the export of everything that it holds. */
export async function* scansOf(db: Db, accountId: string): AsyncGenerator<object> {
  const scans = await tables(db).selectFrom('exposure_scan').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
  for (const { account_id: _, begun: _begun, summary, ...scan } of scans) {
    const { hosts, steps, ports } = await contentsOf(db, scan.id);
    yield {
      ...scan, summary: summary === null ? null : JSON.parse(summary) as unknown, hosts: hosts.map(host => ({ ...host, names: JSON.parse(host.names) as unknown })), steps,
      ports: ports.map(port => ({ ...port, service: parsed(port.service), tls: parsed(port.tls), http: parsed(port.http), web: parsed(port.web) })),
    };
  }
}

function parsed(text: string | null): unknown {
  return text === null ? null : JSON.parse(text) as unknown;
}
