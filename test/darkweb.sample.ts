// A service whose sources of leaked credentials are those of the lab, with an account and a proven domain.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { labKeys, type DarkWebServer } from '../lab/services/dark-web.ts';
import { outsideOf } from '../src/app/compose.ts';
import { readConfig } from '../src/app/config.ts';
import { composeHttpGet } from '../src/app/compose.ts';
import { insertDomains } from '../src/areas/domains/inventory/store.ts';
import { acceptTerms } from '../src/areas/threats/darkweb/store/sources.ts';
import { systemClock } from '../src/core/clock.ts';
import { darkwebSources, type Darkweb, type DarkwebSource } from '../src/core/outside/darkweb.ts';
import { createDarkweb } from '../src/wire/darkweb.ts';
import type { TestAccount, TestPerson, TestService } from './service.ts';
import { allTables } from './tables.ts';

const KEPT_MS = 395 * 86_400_000;

/** The sources of the lab, each with its key; `timeoutMs` is for one question. */
export function darkwebOf(lab: DarkWebServer, { wanted = darkwebSources, timeoutMs = 10_000 }: { wanted?: readonly DarkwebSource[]; timeoutMs?: number } = {}): Darkweb {
  const config = readConfig({ DSS_DNS_SERVERS: '127.0.0.1:9', DSS_DNS_ROOTS: 'nowhere=127.0.0.1:9' });
  const get = composeHttpGet({ ...outsideOf(config), allow: [], route: () => null });
  return createDarkweb({ get, clock: systemClock, from: lab.url, wanted, keys: labKeys, keptMs: KEPT_MS, timeoutMs });
}

export interface DarkwebAccount {
  account: TestAccount;
  domainId: string;
  name: string;
  get<Body = Record<string, unknown>>(path: string, by?: TestPerson): Promise<Body>;
  post(path: string, body: object, by?: TestPerson): Promise<{ status: number; body: Record<string, unknown>; text: string }>;
  /** Scans to the end; gives the run. */
  scan(sources?: readonly DarkwebSource[]): Promise<{ id: string; status: string; result: { asked: { source: string; outcome: string; cause: string | null; incidents: number | null }[]; failed: string[]; newEvents: number } }>;
  /** Makes the answers of all sources so old that they hold no longer. */
  forgetWhen(): Promise<void>;
}

/** An account of a plan with a proven domain, in a service that asks the lab. */
export async function setUpDarkweb(service: TestService, lab: DarkWebServer, { name, accepted = darkwebSources }: { name: string; accepted?: readonly DarkwebSource[] }): Promise<DarkwebAccount> {
  const { store, service: { services } } = service;
  const db = allTables(store.db);
  Object.assign(services, { darkweb: darkwebOf(lab) });
  await db.deleteFrom('darkweb_source').execute();
  for (const source of accepted) await acceptTerms(store.db, source, 1);
  const account = await service.account({ plan: 'enterprise' });
  const domainId = services.newId('dom');
  const now = Date.now();
  await insertDomains(store.db, [{ id: domainId, account_id: account.id, name, due_at: null, created_at: 1, tags: [] }]);
  await db.insertInto('ownership').values({ domain_id: domainId, token: 'a'.repeat(32), method: 'dns', proven_at: now, confirmed_at: now, checked_at: now, failing_since: null, lost_at: null, cause: null }).execute();
  const post: DarkwebAccount['post'] = async (path, body, { cookie } = account.owner) => service.request('POST', path, { cookie, body });
  return {
    account, domainId, name, post,
    async get<Body>(path: string, { cookie } = account.owner) {
      const reply = await service.request('GET', path, { cookie });
      assert.equal(reply.status, 200, reply.text);
      return reply.body as Body;
    },
    async scan(sources) {
      const started = await post('/api/darkweb/scan', { domainId, ...(sources ? { sources } : {}) });
      assert.equal(started.status, 202, started.text);
      const { id } = started.body['data'] as { id: string };
      for (let tries = 0; ; tries++) {
        const run = (await service.request('GET', `/api/runs/${id}`, { cookie: account.owner.cookie })).body['data'] as Awaited<ReturnType<DarkwebAccount['scan']>>;
        if (!['queued', 'running'].includes(run.status)) return run;
        assert.ok(tries < 1000, `the run is ${run.status}`);
        await sleep(20);
      }
    },
    async forgetWhen() {
      await db.updateTable('darkweb_answer').set({ answered_at: 1 }).where('domain_id', '=', domainId).where('answered_at', 'is not', null).execute();
      await db.updateTable('darkweb_source').set({ limited_until: null, next_at: 0 }).execute();
      for (const row of await db.selectFrom('darkweb_source').select(['id', 'facts']).where('id', '=', 'ransomwareLive').execute()) {
        await db.updateTable('darkweb_source').set({ facts: JSON.stringify({ ...JSON.parse(row.facts) as object, readAt: 0 }) }).where('id', '=', row.id).execute();
      }
    },
  };
}
