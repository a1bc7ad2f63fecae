// What operations of local SEO need to succeed.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import type { TestService } from '../../../../test/service.ts';
import { NewBusiness } from './businesses/shapes.ts';
import { insertBusiness } from './businesses/store.ts';
import { summaryOf } from './grid/result.ts';
import { addScan, askedPoints, endScan, noteAsked, saveAnswer } from './grid/store.ts';
import type { RankSettings } from './ranks/settings.ts';
import { addCheck } from './ranks/store.ts';
import { insertTracked } from './ranks/tracked-store.ts';
import type { ScanSettings } from './grid/settings.ts';
import { tables } from './tables.ts';

const OWN = 'ChIJexample1';
const DAY_MS = 86_400_000;
const settings: ScanSettings = { provider: 'google', keywords: ['dentist'], grid: { center: { lat: 48, lng: 16 }, size: 3, spacingMeters: 500, shape: 'square' }, language: 'en', country: null, ownId: OWN };

const asked: RankSettings = { provider: 'searxng', language: 'en', country: 'US', device: 'desktop', match: 'domain', url: null, domain: 'healthy.example', keywords: ['dentist'] };

export const sample: AuthorizationSample = {
  resources: {
    'local business': (service, { account }) => addBusiness(service, account.id),
    'local scan': async (service, { account }, make) => {
      const id = service.service.services.newId('run');
      await addAnswered(service, { id, accountId: account.id, businessId: await make('local business') });
      return id;
    },
    'rank check': async (service, { account }, make) => {
      const id = service.service.services.newId('run');
      await addCheck(service.store.db, { id, accountId: account.id, domainId: await make('domain'), settings: asked, now: 1 });
      return id;
    },
    'tracked keyword': async (service, { account }, make) => {
      const id = service.service.services.newId('tkw');
      await insertTracked(service.store.db, { id, account_id: account.id, domain_id: await make('domain'), series: id, keyword: 'dentist', settings: JSON.stringify(asked), every_days: 7, max_usd: 0, due_at: null, skipped: 'This costs up to 0.002 US dollars. The account has spent 5 this month and may spend 5.', created_at: 1 });
      return id;
    },
  },
  inputs: {
    'localSeo.businesses.update': async (_service, _bearer, make) => ({ input: { id: await make('local business'), phone: '+43 1 1' } }),
    'localSeo.providers.disconnect': async ({ store, service }, { account }) => {
      await tables(store.db).insertInto('local_provider_key').values({ id: service.services.newId('lpk'), account_id: account.id, provider: 'serpApi', secret: 'sealed', created_at: 1 }).onConflict(conflict => conflict.columns(['account_id', 'provider']).doNothing()).execute();
      return { input: { provider: 'serpApi' } };
    },
    'localSeo.businesses.create': () => Promise.resolve({ input: { name: 'Dentist Example', point: { lat: 48, lng: 16 } } }),
  },
};

/** A scan that has ended: near the first, farther away not found, one point without an answer. */
async function addAnswered({ store: { db } }: TestService, { id, accountId, businessId }: { id: string; accountId: string; businessId: string }): Promise<void> {
  await addScan(db, { id, accountId, businessId, settings, points: 9, now: Date.now() });
  for (const [point, rank] of [4, 2, 11, 1, 1, 3, null, 7, undefined].entries()) {
    await noteAsked(db, id, { keyword: 0, point });
    const listings = Array.from({ length: 20 }, (_, at): [string, null] => [at + 1 === rank ? OWN : `ChIJrival${String(at + 1).padStart(4, '0')}`, null]);
    await saveAnswer(db, id, { keyword: 0, point }, rank === undefined ? { state: 'failed', cause: 'it answered 500, 4 times' } : { state: 'answered', rank, ownId: rank === null ? null : OWN, listings });
  }
  await endScan(db, { id, business_id: businessId }, { state: 'partial', cause: null, summary: [summaryOf(settings, settings.keywords[0]!, await askedPoints(db, id, 0))], now: Date.now() });
}

async function addBusiness({ store, service: { services } }: TestService, accountId: string): Promise<string> {
  const id = services.newId('lbs');
  const given = NewBusiness.parse({
    name: 'Dentist Example', point: { lat: 48, lng: 16 }, website: 'https://dentist.example/', country: 'AT', placeIds: { google: OWN }, timeZone: 'Europe/Vienna', hours: [{ days: ['mo', 'tu', 'we', 'th', 'fr'], opens: '09:00', closes: '17:00' }],
    schedule: { keywords: ['dentist'], withinHours: true, refine: true }, listingPages: ['https://directory.example/dentist'],
  });
  await insertBusiness(store.db, { id, accountId, given, now: Date.now() });
  await tables(store.db).updateTable('local_business').set({ scan_due_at: Date.now() + 3 * DAY_MS, skipped: 'The business was closed. The scan will start when it opens.' }).where('id', '=', id).execute();
  return id;
}
