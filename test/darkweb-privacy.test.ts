// Marked addresses and secrets are planted in every source; afterwards they are searched for wherever something is kept or said.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { emptyDarkWeb, startDarkWeb, type DarkWebServer } from '../lab/services/dark-web.ts';
import { schema } from '../src/app/registry.ts';
import { darkwebSources } from '../src/core/outside/darkweb.ts';
import { setUpDarkweb } from './darkweb.sample.ts';
import { onEachDatabaseServed, type TestService } from './service.ts';
import { allTables } from './tables.ts';

/** In the local part of an address of the domain, of an address of others, and in a secret. */
const MARKS = ['zqmarkedzq', 'zqforeignzq', 'Zqpl4ntedzq'] as const;
const [OWN, FOREIGN, SECRET] = MARKS;

let lab: DarkWebServer;
before(async () => { lab = await startDarkWeb(); });
after(() => lab.stop());

/** Every source gives an address and a secret, also in the places where they do not belong. */
function plant(name: string): void {
  Object.assign(lab.data, emptyDarkWeb());
  for (const source of darkwebSources) lab.setFault(source, null);
  lab.takeAsked();
  const { hibp } = lab.data;
  const breach = { BreachDate: '2025-03-01', AddedDate: '2026-01-01T00:00:00Z', ModifiedDate: '2026-01-01T00:00:00Z', DataClasses: ['Passwords', `${OWN}@${name}`], IsVerified: true, IsStealerLog: false };
  hibp.verified = [name];
  hibp.breaches = [{ Name: 'Alpha', Title: `${OWN}@${name}`, IsSensitive: false, ...breach }, { Name: 'Secret', Title: 'Secret', IsSensitive: true, ...breach }];
  hibp.breached[name] = { [OWN]: ['Alpha', 'Secret', `${FOREIGN}@elsewhere.example`] };
  hibp.stealers[name] = { [`${OWN}2`]: [`https://${FOREIGN}:${SECRET}@site.example/${SECRET}?u=${FOREIGN}`, 'site.example'] };
  hibp.customers[name] = [`${FOREIGN}@elsewhere.example`];
  lab.data.hudsonRock[name] = { employees: 1, users: 1, last_employee_compromised: `2026-02-03 ${OWN}`, employeePasswords: [SECRET], data: { employees_urls: [{ url: `https://x/?u=${OWN}@${name}` }] } };
  lab.data.ransomwareLive = [{ victim: name, group: 'lockers', discovered: new Date().toISOString(), description: `${OWN}@${name} ${SECRET}` }, { victim: name, group: `${FOREIGN}@elsewhere.example` }];
  lab.data.leakCheck[name] = [{ email: `${OWN}@${name}`, password: SECRET, source: { name: `${FOREIGN}@elsewhere.example`, breach_date: '2024-05' }, fields: ['password', `${SECRET}@x`] }, { email: `${FOREIGN}@elsewhere.example`, password: SECRET, source: { name: 'Beta' }, fields: [] }];
  lab.data.intelX[name] = [{ bucketh: 'Leaks', name: `${OWN}@${name} ${SECRET}`, date: '2026-01-05' }];
  lab.data.dehashed[name] = [{ id: SECRET, email: [`${OWN}@${name}`, `${FOREIGN}@elsewhere.example`], password: [SECRET], hashed_password: [SECRET], database_name: `${OWN}@${name}` }];
}

/** The files of the database, and every row of every table. */
async function kept({ store, dataDir }: TestService): Promise<string> {
  const files = (readdirSync(dataDir, { recursive: true }) as string[]).map(file => join(dataDir, file)).filter(file => statSync(file).isFile()).map(file => readFileSync(file, 'latin1'));
  const rows = [];
  for (const table of schema.tables) rows.push(JSON.stringify(await allTables(store.db).selectFrom(table as 'run').selectAll().execute()));
  return [...files, ...rows].join('\n');
}

onEachDatabaseServed('privacy of leaked credentials', { quickPasswords: true }, service => {
  test('no planted address or secret is in the database, the log, runs, events, the audit log, URLs, errors or replies', async () => {
    const name = 'privacy-darkweb.example';
    plant(name);
    const own = await setUpDarkweb(service(), lab, { name });
    const first = await own.scan();
    assert.equal(first.status, 'completed', JSON.stringify(first));
    lab.data.hibp.breaches.push({ Name: 'Delta', Title: 'Delta', BreachDate: '2026-03-01', AddedDate: '2026-05-01T00:00:00Z', ModifiedDate: '', DataClasses: ['Passwords'], IsVerified: true, IsSensitive: false, IsStealerLog: false });
    lab.data.hibp.breached[name]![`${OWN}3`] = ['Delta'];
    await own.forgetWhen();
    assert.ok((await own.scan()).result.newEvents > 0);
    const asked = lab.takeAsked().join('\n');
    for (const source of darkwebSources) lab.setFault(source, 'truncated');
    await own.forgetWhen();
    assert.equal((await own.scan()).status, 'partial');

    const { cookie } = own.account.owner;
    const { key } = await service().key(own.account, { scopes: ['scans', 'domains', 'compliance', 'write'] });
    const replies = await Promise.all([
      ...['/api/darkweb/status', '/api/darkweb/breaches', '/api/darkweb/events', '/api/alerts', '/api/notifications', '/api/runs', '/api/audit-log', '/api/compliance', '/api/account/export'].map(path => service().request('GET', path, { cookie })),
      service().request('GET', '/api/darkweb/breaches', { key }),
      service().request('POST', '/api/darkweb/emails', { cookie, body: { domainId: own.domainId } }),
      service().request('POST', '/api/darkweb/emails', { key, body: { domainId: own.domainId, emails: [`${OWN}@${name}`] } }),
      service().request('POST', '/api/darkweb/emails', { key, body: { domainId: own.domainId, emails: [`${FOREIGN}@elsewhere.example`] } }),
      service().request('POST', '/api/darkweb/emails', { key, body: { domainId: own.domainId, emails: [`${OWN}@${name}`], reveal: true } }),
    ]);
    const whole = await service().request('POST', '/api/darkweb/emails', { cookie, body: { domainId: own.domainId, reveal: true } });
    assert.match(whole.text, new RegExp(`${OWN}@${name}`), 'an owner sees whole addresses, and nobody else does');
    for (const mark of [FOREIGN, SECRET]) assert.doesNotMatch(whole.text, new RegExp(mark));
    for (const [says, text] of [['replies', replies.map(reply => reply.text).join('\n')], ['what is kept', await kept(service())], ['the log', service().log.join('\n')], ['questions to sources', asked]] as const) {
      for (const mark of MARKS) assert.ok(!text.toLowerCase().includes(mark.toLowerCase()), `${mark} is in ${says}: ${text.slice(Math.max(0, text.toLowerCase().indexOf(mark.toLowerCase()) - 200)).slice(0, 400)}`);
    }
  });
});
