import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { operationIn, type Resource } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../../core/page.ts';
import { Problem } from '../../../../core/problem.ts';
import { domain } from '../../../domains/inventory/index.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import { nextTime } from '../../../schedule.ts';
import { requireMeans } from '../grid/settings.ts';
import { payerOf } from '../providers/own-keys.ts';
import type { LocalSeoServices } from '../services.ts';
import { presentTracked } from './present.ts';
import { DAY_MS } from './schedule.ts';
import { estimate, seriesOf, settle } from './settings.ts';
import { NewTracked, TrackedChanges, TrackedId, TrackedQuery, TrackedRecord, TrackedReply } from './shapes.ts';
import { changeTracked, countTracked, deleteTracked, findTracked, idOfSeries, insertTracked, trackedOf, type TrackedRow } from './tracked-store.ts';

const ID = 'tkw_01hzy3v4qk8m0p2r5s7t9w1x3z';
const DOMAIN = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';
const MAX_TRACKED = 2000;

/** A tracked keyword of the account, by its id. */
const tracked: Resource<LocalSeoServices, TrackedRow> = { type: 'tracked keyword', load: ({ db }, accountId, id) => findTracked(db, accountId, id) };

const terms = { access: { scope: 'seo' }, plan: 'pro', allowance: 'none' } as const;

const list = operationIn<LocalSeoServices>()({
  id: 'localSeo.keywords.list',
  summary: 'List tracked keywords',
  description: 'Keywords whose web ranks are checked regularly, newest first, each with its latest rank, the one before and the best one.',
  method: 'GET',
  path: '/api/local-seo/keywords',
  ...terms,
  owns: { domainId: domain },
  input: TrackedQuery,
  output: pageOf(TrackedRecord),
  examples: [{ input: { domainId: DOMAIN }, says: 'Of one domain' }],
  run: async ({ caller }, { db }, { limit, cursor, domainId }) => {
    const rows = await trackedOf(db, known(caller).account.id, domainId, decodeCursor('tracked_keywords', cursor), limit + 1);
    const page = cutPage('tracked_keywords', rows, limit, ({ created_at: at, id }) => ({ at, id }), row => row);
    return { ...page, data: await Promise.all(page.data.map(row => presentTracked(db, row))) };
  },
});

const create = operationIn<LocalSeoServices>()({
  id: 'localSeo.keywords.create',
  summary: 'Track a keyword',
  description: 'Checks the web rank of a keyword regularly; the first check is made at once. A check that would cost more than `maxCostUsd` is not made.',
  method: 'POST',
  path: '/api/local-seo/keywords',
  ...terms,
  status: 201,
  location: '/api/local-seo/keywords',
  idempotent: true,
  owns: { domainId: domain },
  input: NewTracked,
  output: TrackedReply,
  examples: [{ input: { domainId: DOMAIN, keyword: 'dentist vienna', country: 'AT', language: 'de' }, says: 'Every week' }],
  audit: ({ output: { data } }) => ({ action: 'tracked_keyword.created', resource: { type: 'tracked_keyword', id: data.id }, details: { keyword: data.keyword } }),
  run: async ({ caller, owned, now }, { db, newId, localSearch }, { domainId, keyword, everyDays, maxCostUsd, enabled, ...choices }) => {
    const { account } = known(caller);
    const { keywords: _, domain: _domain, ...settings } = settle(choices, owned.domainId.name, [keyword]);
    requireMeans(settings.provider, estimate({ ...settings, keywords: [keyword] }).usd, maxCostUsd, { account, localSearch, payer: await payerOf(db, account.id, settings.provider, localSearch) });
    await lockAccount(db, account.id);
    if (await countTracked(db, account.id) >= MAX_TRACKED) throw new Problem('limit_reached', `The account tracks ${MAX_TRACKED} keywords, which is the limit. Delete one that is no longer needed.`, { limit: MAX_TRACKED });
    const row = await insertTracked(db, {
      id: newId('tkw'), account_id: account.id, domain_id: domainId, series: seriesOf(settings, keyword), keyword, settings: JSON.stringify(settings), every_days: everyDays, max_usd: maxCostUsd, due_at: enabled ? now : null, skipped: null, created_at: now,
    });
    if (!row) throw new Problem('already_exists', 'The domain tracks this keyword in the same way already. Change that one.', { id: await idOfSeries(db, domainId, seriesOf(settings, keyword)) });
    return { success: true as const, data: await presentTracked(db, row) };
  },
});

const update = operationIn<LocalSeoServices>()({
  id: 'localSeo.keywords.update',
  summary: 'Change a tracked keyword',
  description: 'Changes how often a keyword is checked, or switches its checks off and on. Its ranks are kept.',
  method: 'PATCH',
  path: '/api/local-seo/keywords/{id}',
  ...terms,
  owns: { id: tracked },
  input: TrackedChanges,
  output: TrackedReply,
  examples: [{ input: { id: ID, everyDays: 1 }, says: 'Every day' }],
  audit: ({ output: { data } }) => ({ action: 'tracked_keyword.changed', resource: { type: 'tracked_keyword', id: data.id } }),
  run: async ({ owned: { id: row }, now }, { db }, { id, everyDays = row.every_days, enabled = row.due_at !== null }) =>
    ({ success: true as const, data: await presentTracked(db, await changeTracked(db, id, { every_days: everyDays, due_at: enabled ? nextTime(now, everyDays * DAY_MS, id) : null })) }),
});

const remove = operationIn<LocalSeoServices>()({
  id: 'localSeo.keywords.delete',
  summary: 'Stop tracking a keyword',
  description: 'Ends the checks of a keyword. The checks that were made stay in the list.',
  method: 'DELETE',
  path: '/api/local-seo/keywords/{id}',
  ...terms,
  owns: { id: tracked },
  input: z.strictObject({ id: TrackedId }),
  output: TrackedReply,
  examples: [{ input: { id: ID }, says: 'By its id' }],
  audit: ({ output: { data } }) => ({ action: 'tracked_keyword.deleted', resource: { type: 'tracked_keyword', id: data.id }, details: { keyword: data.keyword } }),
  run: async ({ owned }, { db }, { id }) => {
    const data = await presentTracked(db, owned.id);
    await deleteTracked(db, id);
    return { success: true as const, data };
  },
});

export const trackedOperations = [list, create, update, remove] as const;
