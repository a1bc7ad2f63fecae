// What operations of local SEO need to succeed.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import type { TestService } from '../../../../test/service.ts';
import { NewBusiness } from './businesses/shapes.ts';
import { insertBusiness } from './businesses/store.ts';
import { addScan } from './grid/store.ts';
import type { RankSettings } from './ranks/settings.ts';
import { addCheck } from './ranks/store.ts';
import { insertTracked } from './ranks/tracked-store.ts';
import type { ScanSettings } from './grid/settings.ts';

const settings: ScanSettings = { provider: 'google', keywords: ['dentist'], grid: { center: { lat: 48, lng: 16 }, size: 3, spacingMeters: 500, shape: 'square' }, language: 'en', country: null, ownId: 'ChIJexample1' };

const asked: RankSettings = { provider: 'searxng', language: 'en', country: 'US', device: 'desktop', match: 'domain', url: null, domain: 'healthy.example', keywords: ['dentist'] };

export const sample: AuthorizationSample = {
  resources: {
    'local business': (service, { account }) => addBusiness(service, account.id),
    'local scan': async (service, { account }, make) => {
      const id = service.service.services.newId('run');
      await addScan(service.store.db, { id, accountId: account.id, businessId: await make('local business'), settings, points: 9, now: 1 });
      return id;
    },
    'rank check': async (service, { account }, make) => {
      const id = service.service.services.newId('run');
      await addCheck(service.store.db, { id, accountId: account.id, domainId: await make('domain'), settings: asked, now: 1 });
      return id;
    },
    'tracked keyword': async (service, { account }, make) => {
      const id = service.service.services.newId('tkw');
      await insertTracked(service.store.db, { id, account_id: account.id, domain_id: await make('domain'), series: id, keyword: 'dentist', settings: JSON.stringify(asked), every_days: 7, max_usd: 0, due_at: null, created_at: 1 });
      return id;
    },
  },
  inputs: {
    'localSeo.businesses.update': async (_service, _bearer, make) => ({ input: { id: await make('local business'), phone: '+43 1 1' } }),
    'localSeo.businesses.create': () => Promise.resolve({ input: { name: 'Dentist Example', point: { lat: 48, lng: 16 } } }),
  },
};

async function addBusiness({ store, service: { services } }: TestService, accountId: string): Promise<string> {
  const id = services.newId('lbs');
  await insertBusiness(store.db, { id, accountId, given: NewBusiness.parse({ name: 'Dentist Example', point: { lat: 48, lng: 16 }, placeIds: { google: 'ChIJexample1' } }), now: Date.now() });
  return id;
}
