import { z } from 'zod';
import type { SearchDataProvider } from '../../../../core/outside/search-data.ts';
import type { Db } from '../../../../store/index.ts';
import { ownedBy } from '../../../domains/ownership/index.ts';
import { defineJob } from '../../../job.ts';
import { nextTime, type Schedule } from '../../../schedule.ts';
import { lastEndedAudit } from '../../site-audit/index.ts';
import { askForNext } from '../next/ask.ts';
import type { DeepSeoServices } from '../services.ts';
import { changedPages, findAnalysis, firstPages, isComparable } from '../store.ts';
import type { ConnectionSettings } from './access.ts';
import { isFault, type Fault } from './answers.ts';
import { askerOf, type Ask } from './asking.ts';
import { MAX_HOSTS, MAX_SPEED_PAGES, MAX_SUBMITTED } from './catalog.ts';
import { connectionsOf, findConnection, noteFault, noteImported, secretOf, takeDue, type ImportSummary, type KnownConnection } from './connections.ts';
import { fetchBing, fetchSearchConsole, fetchSpeeds, submit } from './fetching.ts';
import { clicksOf, saveClicks, saveSpeeds } from './figures.ts';

const importJob = defineJob('importSearchData', z.object({ connectionId: z.string() }));
const DAY_MS = 86_400_000;

/** What an import brought, and how it is kept. */
interface Imported {
  summary: ImportSummary;
  cursor?: string;
  save?: (tx: Db) => Promise<void>;
}

interface Importing {
  row: KnownConnection;
  ask: Ask;
  services: DeepSeoServices;
}

/** Imports from a provider what it reports, or submits pages to it. Done again, it comes to the same. */
export const importSearchData = importJob.handledBy<DeepSeoServices>(async ({ accountId, payload: { connectionId }, services, signal }) => {
  const row = await findConnection(services.db, accountId, connectionId);
  if (!row) return;
  const secret = secretOf(row, services);
  const provider = row.provider as SearchDataProvider;
  const imported: Imported | Fault = secret === null
    ? { fault: 'credentials', cause: 'The credentials can no longer be read. Connect again.' }
    : await importers[provider]({ row, services, ask: askerOf(services, { accountId, plan: row.plan, provider, secret, signal }) }, 'apiKey' in secret ? secret.apiKey : '');
  const now = services.clock.now();
  if (isFault(imported)) return { change: tx => noteFault(tx, row, imported, now) };
  return {
    change: async tx => {
      await imported.save?.(tx);
      await noteImported(tx, row, imported, now);
      await askForNext(tx, services, accountId, row.domain_id);
    },
  };
});

const importers: Readonly<Record<SearchDataProvider, (importing: Importing, apiKey: string) => Promise<Imported | Fault>>> = {
  searchConsole: importing => importClicks(importing, fetchSearchConsole),
  bingWebmaster: importing => importClicks(importing, fetchBing),
  crux: importSpeeds,
  indexNow: submitChanged,
};

async function importClicks({ row, ask, services }: Importing, fetch: typeof fetchBing): Promise<Imported | Fault> {
  const found = await fetch(ask, { domain: row.name, property: (JSON.parse(row.settings) as ConnectionSettings).property!, now: services.clock.now() });
  return isFault(found) ? found : { summary: found.summary, save: tx => saveClicks(tx, row.id, found.pages, found.queries) };
}

/** Of the pages that are shown most often; where that is not known, of those with the highest internal PageRank. */
async function importSpeeds({ row, ask, services: { db } }: Importing): Promise<Imported | Fault> {
  const shown = await clicksOf(db, row.domain_id, { most: MAX_SPEED_PAGES });
  const audit = shown.length > 0 ? null : await lastEndedAudit(db, row.account_id, row.domain_id);
  const pages = audit === null ? shown : await firstPages(db, audit.id, MAX_SPEED_PAGES);
  const found = await fetchSpeeds(ask, row.name, pages);
  return isFault(found) ? found : { summary: found.summary, save: tx => saveSpeeds(tx, row.id, found.speeds) };
}

/** Pages that changed between the audit that was submitted last and the newest one. The first audit after connecting is what later ones are compared with: IndexNow is told of changes alone. */
async function submitChanged({ row, ask, services: { db, clock } }: Importing, apiKey: string): Promise<Imported | Fault> {
  if (await ownedBy(db, row.account_id, row.name, clock.now()) === null) return { fault: 'notProven', cause: `Only pages of proven domains are submitted. Prove that ${row.name} is yours: POST /api/domains/${row.domain_id}/ownership.` };
  const none: ImportSummary = row.summary === null ? { from: null, to: null, pages: 0, queries: null, clicks: null, impressions: null, cut: false, submitted: 0 } : JSON.parse(row.summary) as ImportSummary;
  const audit = await lastEndedAudit(db, row.account_id, row.domain_id);
  const isReady = audit !== null && audit.id !== row.cursor && (await findAnalysis(db, row.account_id, audit.id))?.state === 'done' && await isComparable(db, audit.id);
  if (!isReady) return { summary: none };
  const before = row.cursor !== null && await isComparable(db, row.cursor) ? row.cursor : null;
  const urls = before === null ? [] : await changedPages(db, { before, audit: audit.id, most: MAX_SUBMITTED * MAX_HOSTS });
  if (urls.length === 0) return { summary: { ...none, submitted: 0 }, cursor: audit.id };
  const found = await submit(ask, apiKey, urls);
  return isFault(found) ? found : { summary: found.summary, cursor: audit.id };
}

/** Has connections of the domain asked now, or of one provider alone. */
export async function importNow(tx: Db, { queue }: Pick<DeepSeoServices, 'queue'>, accountId: string, domainId: string, of?: SearchDataProvider): Promise<number> {
  const rows = (await connectionsOf(tx, accountId, domainId)).filter(({ provider }) => of === undefined || provider === of);
  if (rows.length > 0) await queue.add(tx, accountId, rows.map(({ id }) => importJob({ connectionId: id }, { dedupeKey: id, background: true })));
  return rows.length;
}

/** Every connection is asked once a day. */
export const importing: Schedule<Pick<DeepSeoServices, 'queue'>> = {
  name: 'search data',
  async due(tx, { queue }, now, max) {
    const { taken, rows } = await takeDue(tx, now, id => nextTime(now, DAY_MS, id), max);
    for (const { id, account_id: accountId } of rows) await queue.add(tx, accountId, [importJob({ connectionId: id }, { dedupeKey: id, background: true })]);
    return taken;
  },
};
