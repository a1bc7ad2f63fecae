import { z } from 'zod';
import { known, type Account } from '../../../../core/access.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn, type Resource } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { Problem } from '../../../../core/problem.ts';
import { domain } from '../../../domains/inventory/index.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import { cancelRunsAbout } from '../../../platform/runs/index.ts';
import { settled } from '../grid/start.ts';
import type { LocalSeoServices } from '../services.ts';
import type { ScanSchedule } from './schedule-shapes.ts';
import { BusinessChanges, BusinessId, BusinessRecord, BusinessReply, NewBusiness } from './shapes.ts';
import { NEVER_OPENS, nextOpen } from './hours.ts';
import { businessesOf, type BusinessRow, changeBusiness, countBusinesses, deleteBusiness, enteredOf, findBusiness, hoursOf, insertBusiness, presentBusiness } from './store.ts';

const ID = 'lbs_01hzy3v4qk8m0p2r5s7t9w1x3z';
const MAX_BUSINESSES = 500;

/** A business of the account, by its id. */
export const business: Resource<LocalSeoServices, BusinessRow> = { type: 'local business', load: ({ db }, accountId, id) => findBusiness(db, accountId, id) };

const terms = { access: { scope: 'seo' }, plan: 'pro', allowance: 'none' } as const;

const list = operationIn<LocalSeoServices>()({
  id: 'localSeo.businesses.list',
  summary: 'List businesses',
  description: 'The businesses of the account with address, point and the ids that map services have for them, newest first.',
  method: 'GET',
  path: '/api/local-seo/businesses',
  ...terms,
  input: z.strictObject(pageInput),
  output: pageOf(BusinessRecord).extend({ counts: z.object({ businesses: z.number().int() }).describe('Of the account, however many the page shows') }),
  examples: [{ input: {}, says: 'The newest' }],
  run: async ({ caller }, { db }, { limit, cursor }) => {
    const accountId = known(caller).account.id;
    const rows = await businessesOf(db, accountId, decodeCursor('local_businesses', cursor), limit + 1);
    return { ...cutPage('local_businesses', rows, limit, ({ created_at: at, id }) => ({ at, id }), presentBusiness), counts: { businesses: await countBusinesses(db, accountId) } };
  },
});

const show = operationIn<LocalSeoServices>()({
  id: 'localSeo.businesses.get',
  summary: 'Show a business',
  description: 'One business with its address, its point and its ids.',
  method: 'GET',
  path: '/api/local-seo/businesses/{id}',
  ...terms,
  owns: { id: business },
  input: z.strictObject({ id: BusinessId }),
  output: BusinessReply,
  examples: [{ input: { id: ID }, says: 'By its id' }],
  run: ({ owned }) => Promise.resolve({ success: true as const, data: presentBusiness(owned.id) }),
});

const create = operationIn<LocalSeoServices>()({
  id: 'localSeo.businesses.create',
  summary: 'Add a business',
  description: 'Adds a business with an address, so that its local ranks can be measured around it.',
  method: 'POST',
  path: '/api/local-seo/businesses',
  ...terms,
  status: 201,
  idempotent: true,
  owns: { domainId: domain },
  input: NewBusiness,
  output: BusinessReply,
  examples: [
    { input: { name: 'Dentist Example', point: { lat: 48.2082, lng: 16.3738 }, country: 'AT', language: 'de', placeIds: { google: 'ChIJN1t_tDeuEmsRUsoyG83frY4' } }, says: 'With its id at Google' },
    { input: { name: 'Bakery Example', point: { lat: 51.5072, lng: -0.1276 } }, says: 'Recognized by its name' },
  ],
  audit: ({ output: { data } }) => ({ action: 'local_business.created', resource: { type: 'local_business', id: data.id }, details: { name: data.name } }),
  run: async ({ caller, now }, services, given) => {
    const { account } = known(caller), { db, newId } = services;
    await lockAccount(db, account.id);
    if (await countBusinesses(db, account.id) >= MAX_BUSINESSES) throw new Problem('limit_reached', `The account has ${MAX_BUSINESSES} businesses, which is the limit. Delete one that is no longer needed.`, { limit: MAX_BUSINESSES });
    const row = await insertBusiness(db, { id: newId('lbs'), accountId: account.id, given, now });
    if (given.schedule !== null) await requireSchedule(row, services, account, now);
    return { success: true as const, data: presentBusiness(row) };
  },
});

const update = operationIn<LocalSeoServices>()({
  id: 'localSeo.businesses.update',
  summary: 'Change a business',
  description: 'Changes the fields that are given. Scans that were made stay as they are.',
  method: 'PATCH',
  path: '/api/local-seo/businesses/{id}',
  ...terms,
  owns: { id: business, domainId: domain },
  input: BusinessChanges,
  output: BusinessReply,
  examples: [{ input: { id: ID, phone: '+43 1 234567' }, says: 'A new telephone number' }],
  audit: ({ output: { data } }) => ({ action: 'local_business.changed', resource: { type: 'local_business', id: data.id } }),
  run: async ({ caller, owned, now }, services, changes) => {
    const row = await changeBusiness(services.db, owned.id, { ...enteredOf(owned.id), ...changes } as NewBusiness, now);
    if (changes.schedule) await requireSchedule(row, services, known(caller).account, now);
    return { success: true as const, data: presentBusiness(row) };
  },
});

const remove = operationIn<LocalSeoServices>()({
  id: 'localSeo.businesses.delete',
  summary: 'Delete a business',
  description: 'Deletes the business with its scans; those under way are cancelled.',
  method: 'DELETE',
  path: '/api/local-seo/businesses/{id}',
  ...terms,
  owns: { id: business },
  input: z.strictObject({ id: BusinessId }),
  output: BusinessReply,
  examples: [{ input: { id: ID }, says: 'By its id' }],
  audit: ({ output: { data } }) => ({ action: 'local_business.deleted', resource: { type: 'local_business', id: data.id }, details: { name: data.name } }),
  run: async ({ caller, owned, now }, { db, queue, refund }, { id }) => {
    await cancelRunsAbout(db, { queue, refund, now }, known(caller).account.id, [id]);
    await deleteBusiness(db, id);
    return { success: true as const, data: presentBusiness(owned.id) };
  },
});

/** Refuses a schedule whose scans could not be made; what was written goes back with the transaction. */
async function requireSchedule(row: BusinessRow, services: LocalSeoServices, account: Account, now: number): Promise<void> {
  const { maxCostUsd, withinHours, everyDays: _, ...choices } = JSON.parse(row.schedule!) as ScanSchedule;
  if (withinHours && nextOpen(hoursOf(row), row.time_zone, now) === null) throw invalid([{ path: ['schedule', 'withinHours'], message: NEVER_OPENS }]);
  await settled(services.db, services, { account, business: row, choices, maxCostUsd });
}

export const businessOperations = [list, show, create, update, remove] as const;
