// An account that has something of everything, so that each page has something to show.
import { insertDomains } from '../../src/areas/domains/inventory/store.ts';
import { makeResource, resourceTypes } from '../authorization-inputs.ts';
import type { TestAccount } from '../service.ts';
import { addAccessible } from './accessibility.ts';
import { addExposed } from './exposure.ts';
import { addImitated } from './lookalikes.ts';
import { addReported } from './reports.ts';
import { addAudited } from './site-audit.ts';
import { addScanned, ask, type Site } from './service.ts';
import { addLeaked } from './darkweb.ts';
import { addVulnerable } from './vulnerabilities.ts';

/** Who looks: nobody, the operator with something of everything, a person who may only read there, somebody new without anything. */
export type Who = 'nobody' | 'operator' | 'viewer' | 'newcomer';

/** What there is to be checked. */
export interface World {
  /** Cookies by who looks. */
  cookies: Readonly<Record<Who, string | null>>;
  account: TestAccount;
  /** Ids and names that stand for `{domain}` and the like in an address. */
  names: Readonly<Record<string, string>>;
}

/** Fills an account. */
export async function seed(site: Site): Promise<World> {
  const { service } = site;
  const account = await service.account({ plan: 'enterprise', operator: true });
  const newcomer = await service.account({ plan: 'free' });
  const viewer = await service.person(account, 'viewer');
  const { domain, run } = await addScanned(site, account, 'weak-mail.example');
  const imitated = await addImitated(site, account);
  const exposed = await addExposed(site, account);
  await addVulnerable(site, account, exposed);
  await addLeaked(site, account, { id: exposed, name: 'harbor-hosts.example' });
  const audited = await addAudited(site, account);
  const accessible = await addAccessible(site, account);
  await addReported(site, account, 'dmarc-none.example', 'weak-mail.example');
  const made: Record<string, string> = {};
  for (const type of resourceTypes) made[type] = await makeResource(type, service, { account, person: account.owner });
  const { run: queuedRun = '', 'domain event': event = '' } = made;
  const { body } = await ask(site, account, 'POST', '/api/domains', { name: 'unseen.example', scan: false, tags: ['shop'] });
  return {
    account,
    cookies: { nobody: null, operator: account.owner.cookie, viewer: viewer.cookie, newcomer: newcomer.owner.cookie },
    names: { ...Object.fromEntries(Object.entries(made).map(([type, id]) => [type.replaceAll(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase()), id])), thread: made['support thread']!, issue: made['scanner issue']!, sentIssue: made['sent scanner issue']!, check: made['custom check']!, checkIncident: made['incident of checks']!, domain, imitated, exposed, audited, accessible: accessible.domain, accessibilityAudit: accessible.audit, run, queuedRun, event, unseen: (body['data'] as { id: string }).id },
  };
}

/** Gives an account many domains, written straight into the database. */
export async function addMany({ service: { store, service: { services } } }: Site, account: TestAccount, count: number): Promise<void> {
  const at = Date.now();
  const rows = Array.from({ length: count }, (_, index) => (
    { id: services.newId('dom'), account_id: account.id, name: `d${String(index).padStart(5, '0')}.example`, due_at: null, created_at: at, tags: [] }));
  await store.transaction(tx => insertDomains(tx, rows));
}
