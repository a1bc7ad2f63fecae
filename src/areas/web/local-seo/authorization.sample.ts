// What operations of local SEO need to succeed.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import type { TestService } from '../../../../test/service.ts';
import { NewBusiness } from './businesses/shapes.ts';
import { insertBusiness } from './businesses/store.ts';
import { addScan } from './grid/store.ts';
import type { ScanSettings } from './grid/settings.ts';

const settings: ScanSettings = { provider: 'google', keywords: ['dentist'], grid: { center: { lat: 48, lng: 16 }, size: 3, spacingMeters: 500, shape: 'square' }, language: 'en', country: null, ownId: 'ChIJexample1' };

export const sample: AuthorizationSample = {
  resources: {
    'local business': (service, { account }) => addBusiness(service, account.id),
    'local scan': async (service, { account }, make) => {
      const id = service.service.services.newId('run');
      await addScan(service.store.db, { id, accountId: account.id, businessId: await make('local business'), settings, points: 9, now: 1 });
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
