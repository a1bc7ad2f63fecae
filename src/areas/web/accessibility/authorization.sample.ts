// What operations about accessibility audits need to succeed.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import type { TestService } from '../../../../test/service.ts';
import { allTables } from '../../../../test/tables.ts';
import { standardPlans } from '../../platform/account/index.ts';
import { AuditChoices, settle } from './settings.ts';
import { addPictures } from './store/pictures.ts';

const DOMAIN = 'healthy.example';

export const sample: AuthorizationSample = {
  resources: {
    'accessibility audit': async (service, { account }, make) => addAudit(service, account.id, await make('domain')),
    'accessibility question': async (service, { account }, make) => addQuestion(service, account.id, await addAudit(service, account.id, await make('domain'))),
  },
  inputs: {
    'accessibilityAudit.list': async (service, { account }, make) => {
      const domainId = await make('domain');
      await addAudit(service, account.id, domainId);
      return { input: { domainId } };
    },
    'accessibilityAudit.answer': async (service, { account }, make) => {
      const id = await addAudit(service, account.id, await make('domain'));
      return { input: { id, item: await addQuestion(service, account.id, id), answer: 'yes' } };
    },
  },
};

/** An audit of the domain that has ended, with one page that was not reached. */
async function addAudit({ store, service: { services } }: TestService, accountId: string, domainId: string): Promise<string> {
  const id = services.newId('run');
  const settings = settle(AuditChoices.parse({}), { domain: DOMAIN, domainId, plan: 'enterprise', plans: standardPlans, proven: false });
  await allTables(store.db).insertInto('accessibility_audit').values({ id, account_id: accountId, domain_id: domainId, settings: JSON.stringify(settings), state: 'partial', started_at: 1, finished_at: 2 }).execute();
  await allTables(store.db).insertInto('accessibility_page').values({ audit_id: id, page: 1, url: `https://${DOMAIN}/`, chosen: 'named', template: null, state: 'failed', cause: 'it did not load', facts: null }).execute();
  await addPictures(store.db, id, [{ picture: 1, png: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==', 'base64') }]);
  return id;
}

async function addQuestion({ store, service: { services } }: TestService, accountId: string, auditId: string): Promise<string> {
  const id = services.newId('aqu');
  const details = JSON.stringify({ question: 'Do all videos have captions?' });
  await allTables(store.db).insertInto('accessibility_question').values({ id, account_id: accountId, audit_id: auditId, ordinal: 1, criterion: '1.2.2', page: null, fingerprint: 'a', details, answer: null, note: null, answered_by: null, answered_at: null }).execute();
  return id;
}
