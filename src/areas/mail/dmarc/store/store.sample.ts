import type { Clock } from '../../../../core/clock.ts';
import type { Db, Store } from '../../../../store/index.ts';
import { readReports } from '../parse/read.ts';
import { ReportCollector } from './collect-report.ts';
import { unpacked } from './facts.ts';
import { keepReports } from './keep.ts';
import type { Collected, KeepMeans, KeepOutcome, ToKeep } from './shapes.ts';
import { sumOf } from './sources.ts';
import { allTables } from '../../../../../test/tables.ts';

/** What tests keep reports with: nothing is known of any address. */
export function keepMeans(clock: Clock): KeepMeans {
  return { clock, queue: { add: () => Promise.resolve(0) }, counters: { spend: () => Promise.resolve({ spent: true, used: 0 }) }, networkOf: () => null };
}

/** An account with domains; those of `proven` are shown to be its own. */
export async function addAccount(db: Db, id: string, { proven = [], unproven = [] }: { proven?: readonly string[]; unproven?: readonly string[] }, now: number): Promise<void> {
  await allTables(db).insertInto('account').values({ id, name: id, plan: 'pro', operator: 0, settings: '{}', settings_version: 1, created_at: now, delete_after: null }).execute();
  for (const name of [...proven, ...unproven]) await addDomain(db, id, name, proven.includes(name), now);
}

export async function addDomain(db: Db, accountId: string, name: string, proven: boolean, now: number): Promise<string> {
  const id = `dom_${accountId}_${name.replaceAll('.', '_')}`;
  await allTables(db).insertInto('domain').values({
    id, account_id: accountId, name, note: null, search: name, group_id: null, client_id: null, profile: null, selectors: '[]', monitored: 1, interval_minutes: null, due_at: null,
    checked_at: null, version: 1, created_at: now, updated_at: now,
  }).execute();
  if (proven) await prove(db, id, now);
  return id;
}

export async function prove(db: Db, domainId: string, now: number): Promise<void> {
  await allTables(db).insertInto('ownership').values({
    domain_id: domainId, token: 'token', method: 'dns', proven_at: now, confirmed_at: now, checked_at: now, failing_since: null, lost_at: null, cause: null,
  }).execute();
}

/** The reports of a file. */
export async function collect(bytes: Uint8Array, now: number): Promise<Collected[]> {
  const [collector, reports] = [new ReportCollector(), [] as Collected[]];
  await readReports([bytes], { name: 'report', now }, reading => {
    const report = collector.add(reading);
    if (report !== null && report !== 'too_varied') reports.push(report);
  });
  return reports;
}

/** One record of a made report. */
export interface MadeRecord {
  ip: string;
  count: number;
  disposition?: 'none' | 'quarantine' | 'reject';
  dkim?: 'pass' | 'fail';
  spf?: 'pass' | 'fail';
  headerFrom?: string;
  envelopeFrom?: string;
  reason?: string;
  /** Domain, selector, result. */
  signatures?: readonly (readonly [string, string, string])[];
  /** Domain, result. */
  checked?: readonly [string, string];
}

export interface MadeReport {
  domain: string;
  organization?: string;
  id?: string;
  /** Epoch milliseconds. */
  begin: number;
  end?: number;
  p?: string;
  policy?: string;
  records: readonly MadeRecord[];
}

/** A report as a reporter sends it. */
export function reportXml({ domain, organization = 'google.com', id = 'one', begin, end = begin + 86_399_000, p = 'none', policy = '', records }: MadeReport): Buffer {
  const rows = records.map(({ ip, count, disposition = 'none', dkim = 'fail', spf = 'fail', headerFrom = domain, envelopeFrom = domain, reason, signatures = [], checked = [domain, spf] }) => `
<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf>
${reason ? `<reason><type>${reason}</type></reason>` : ''}</policy_evaluated></row>
<identifiers><header_from>${headerFrom}</header_from><envelope_from>${envelopeFrom}</envelope_from></identifiers>
<auth_results>${signatures.map(([d, s, result]) => `<dkim><domain>${d}</domain><selector>${s}</selector><result>${result}</result></dkim>`).join('')}
<spf><domain>${checked[0]}</domain><result>${checked[1]}</result></spf></auth_results></record>`);
  return Buffer.from(`<?xml version="1.0"?><feedback><report_metadata><org_name>${organization}</org_name><email>reports@${organization}</email><report_id>${id}</report_id>
<date_range><begin>${begin / 1000}</begin><end>${end / 1000}</end></date_range></report_metadata>
<policy_published><domain>${domain}</domain><p>${p}</p>${policy}</policy_published>${rows.join('')}</feedback>`);
}

/** Keeps every report of the bytes, one transaction each. */
export async function keep(store: Store, clock: Clock, bytes: Uint8Array, { accountId, ...how }: Partial<ToKeep> & { accountId: string }): Promise<KeepOutcome[]> {
  const outcomes: KeepOutcome[] = [];
  for (const reading of await collect(bytes, clock.now())) {
    outcomes.push(...await store.transaction(tx => keepReports(tx, keepMeans(clock), accountId, [{ message: 'dmm_one', receivedAt: clock.now(), authenticated: 'upload', ...how, reading }])));
  }
  return outcomes;
}

/** The facts of all reports of all accounts. */
export async function allFacts(db: Db) {
  const rows = await allTables(db).selectFrom('dmarc_fact').select('facts').execute();
  return rows.flatMap(({ facts }) => unpacked(facts));
}

/** Where senders sent from, of all accounts, by address. */
export async function allSources(db: Db) {
  const rows = await allTables(db).selectFrom('dmarc_source')
    .innerJoin('dmarc_sender', join => join.onRef('dmarc_sender.domain_no', '=', 'dmarc_source.domain_no').onRef('dmarc_sender.no', '=', 'dmarc_source.sender_no'))
    .select(['dmarc_source.domain_no', 'dmarc_sender.no', 'id', 'class', 'reasons', 'sources']).execute();
  const found = [];
  for (const of of Map.groupBy(rows, ({ domain_no, no }) => `${domain_no} ${no}`).values()) for (const [ip, { messages }] of await sumOf(of)) found.push({ ...of[0]!, ip, messages });
  return found.toSorted((a, b) => (a.ip < b.ip ? -1 : 1));
}
