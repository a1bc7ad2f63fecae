// Uses the service over the lab as people do, and writes all rows of its database to captured.json.gz, which the fixture is made of.
import { hash } from 'node:crypto';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startLab } from '../../../lab/index.ts';
import { outsideOfLab } from '../../../src/app/commands/demo.ts';
import { readConfig } from '../../../src/app/config.ts';
import { createLog } from '../../../src/app/log.ts';
import { startService } from '../../../src/app/service.ts';
import { createAccount, createPerson } from '../../../src/areas/account/accounts.ts';
import { reportXml } from '../../../src/areas/dmarc/store/store.sample.ts';
import type { Plan } from '../../../src/core/access.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { tables } from '../../../src/store/backup-file.ts';
import type { Row } from '../../../src/store/index.ts';
import { SECRET } from './secret.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

const PASSWORD = 'a long and rare phrase';
const SAMPLES = new URL('../../../src/areas/dmarc/golden/samples/', import.meta.url);
const dataDir = mkdtempSync(join(tmpdir(), 'dss-capture-'));
const lab = await startLab();
const config = readConfig({ DSS_PORT: '0', DSS_DATA_DIR: dataDir, DSS_SECRET: SECRET, DSS_PASSWORD_RANGE_URL: 'off', DSS_BLOB_URL: join(dataDir, 'blobs'), DSS_BULK_DNS_RATE: '10000', DSS_REPORTS_HOST: 'reports.example' });
const { store, context, baseUrl, stop } = await startService({ config, outside: outsideOfLab(lab), version: '0.1.0', log: createLog(process.stderr, systemClock) });
context.capture.shoot = () => Promise.resolve({ outcome: 'failed', cause: 'no browser here' });

/** Somebody with a session. */
class Visitor {
  cookie = '';

  async call(method: string, path: string, body?: unknown): Promise<Body> {
    const reply = await fetch(baseUrl + path, {
      method, headers: { origin: baseUrl, cookie: this.cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }, ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const set of reply.headers.getSetCookie()) this.cookie = set.split(';')[0]!;
    const text = await reply.text();
    if (!reply.ok) console.log(`${method} ${path}: ${reply.status} ${text.slice(0, 300)}`);
    return text === '' ? null : JSON.parse(text);
  }

  /** Waits for the end of a run. */
  async run(started: Body): Promise<Body> {
    const id = started?.data?.run?.id ?? started?.data?.id ?? started?.run?.id;
    for (;;) {
      const { data } = await this.call('GET', `/api/runs/${id}`);
      if (data.finishedAt !== null) return data;
      await sleep(100);
    }
  }
}

const passwordHash = await context.passwords.hash(PASSWORD);

async function newAccount(name: string, email: string, plan: Plan, operator = false): Promise<{ visitor: Visitor; accountId: string }> {
  const by = { actor: { type: 'program', id: 'accounts create' }, requestId: null, address: null, now: Date.now() } as const;
  const { accountId } = await store.transaction(tx => createAccount(tx, context, { plan, operator }, { name, email, passwordHash }, by));
  const visitor = new Visitor();
  await store.db.updateTable('auth_user').set({ emailVerified: 1 }).where('email', '=', email).execute();
  await visitor.call('POST', '/api/auth/sign-in/email', { email, password: PASSWORD });
  return { visitor, accountId };
}

await newAccount('Otto Größe', 'otto@example.org', 'enterprise', true);
const anna = await newAccount('Åsa – 東京 🦊', 'asa@example.org', 'enterprise');
const berta = await newAccount('Berta "B." O\'Neil', 'berta@example.net', 'pro');
await newAccount('Free', 'free@example.com', 'free');
for (const [name, role] of [['Cem', 'admin'], ['Dora', 'member'], ['Emil', 'viewer']] as const) {
  await store.transaction(tx => createPerson(tx, context, anna.accountId, { name, email: `${name.toLowerCase()}@example.org`, role, passwordHash }, Date.now()));
}
const us = anna.visitor;
await us.call('POST', '/api/invitations', { email: 'new@example.org', role: 'member' });
await us.call('PUT', '/api/settings', { version: 1, account: { timezone: 'Europe/Berlin' } });
await us.call('POST', '/api/auth/request-password-reset', { email: 'berta@example.net' });
const { key } = await us.call('POST', '/api/api-keys', { name: 'CI – größer', scopes: ['scans', 'domains'] });
await fetch(`${baseUrl}/api/domains`, { headers: { authorization: `Bearer ${key}` } });
await us.call('POST', '/api/contact', { name: 'Ada', email: 'ada@example.org', message: 'Which plan has the weekly report?\n\u2028Thanks' });

const group = (await us.call('POST', '/api/groups', { name: 'Läden', note: 'All that take payments' })).data.id;
const client = (await us.call('POST', '/api/clients', { name: 'Bakery Miller', contactEmail: 'office@example.com', reportName: 'Your agency', reportColor: '#a03050' })).data.id;

// Channels and rules first, so that all that follows is told.
const hook = (await us.call('POST', '/api/notification-channels', { kind: 'webhook', name: 'Tickets', target: `${lab.webhookUrl}tickets` })).data.id;
await us.call('POST', '/api/notification-channels', { kind: 'slack', name: 'Team', target: `${lab.webhookUrl}slack/T0/B0/x` });
await us.call('POST', `/api/notification-channels/${hook}/test`, {});
await us.call('POST', '/api/notification-rules', { channelId: hook });
await us.call('POST', '/api/notification-rules', { channelId: hook, leastSeverity: 'high', groupIds: [group], digest: 'daily' });

const domains: Record<string, string> = {};
for (const name of ['harborbank.example', 'weak-mail.example', 'owned.example', 'good.example', 'dkim-512.example', 'nobody-has-this.example']) {
  const added = await us.call('POST', '/api/domains', { name, tags: name.startsWith('weak') ? ['shop', 'größe'] : [], ...(name.startsWith('owned') ? { group, client } : {}) });
  domains[name] = added.data.id;
  const scan = await us.call('POST', `/api/domains/${added.data.id}/scan`, {});
  console.log(name, (await us.run(scan)).status);
}
await berta.visitor.call('POST', '/api/domains', { name: 'weak-mail.example', note: 'The same domain in another account' });
const weak = domains['weak-mail.example']!;
await us.call('PATCH', `/api/domains/${weak}`, { note: 'Moved to the new host in May 🚚' });

// What was accepted before becomes something else, so that the next scan sees a change.
for (const subject of ['dns.mx', 'dns.txt', 'dns.spf', 'dns.a']) {
  await store.db.updateTable('baseline').set({ value: '["changed before the capture"]', hash: '0'.repeat(64) }).where('domain_id', '=', weak).where('subject', '=', subject).execute();
}
console.log('rescan', (await us.run(await us.call('POST', `/api/domains/${weak}/scan`, {}))).status);
await store.db.updateTable('suspicion').set({ confirm_at: 0 }).where('subject', '!=', 'dns.a').execute();
console.log('rescan', (await us.run(await us.call('POST', `/api/domains/${weak}/scan`, {}))).status);
const events = (await us.call('GET', '/api/domain-events')).data;
console.log(events.map((one: Body) => `${one.kind} ${one.state}`));
const open = events.filter((one: Body) => one.state === 'open');
if (open[0]) await us.call('POST', `/api/domain-events/${open[0].id}/authorize`, { reason: 'Moved to the new host' });
if (open[1]) await us.call('POST', `/api/domain-events/${open[1].id}/deny`, {});
await us.call('POST', '/api/change-windows', { domain: weak, kinds: ['dns.mx.changed', 'dns.spf.changed'], endsAt: '2030-01-01T06:00:00Z', startsAt: '2030-01-01T04:00:00Z', reason: 'The mail moves' });

// Ownership, subdomains, lookalikes, evidence.
const owned = domains['owned.example']!;
await store.db.insertInto('ownership').values({ domain_id: owned, token: '00112233445566778899aabbccddeeff', method: null, proven_at: null, confirmed_at: null, checked_at: null, failing_since: null, lost_at: null, cause: null })
  .onConflict(conflict => conflict.column('domain_id').doUpdateSet({ token: '00112233445566778899aabbccddeeff' })).execute();
await us.call('POST', `/api/domains/${owned}/ownership`, {});
await us.call('POST', `/api/domains/${weak}/ownership`, {});
console.log('discovery', (await us.run(await us.call('POST', `/api/domains/${owned}/subdomains/discover`, {}))).status);
const bank = domains['harborbank.example']!;
console.log('sweep', (await us.run(await us.call('POST', `/api/domains/${bank}/lookalikes/scan`, {}))).status);
await us.call('POST', '/api/watchlist', { domain: bank, name: 'harborbank-careers.example', note: 'Named in a letter' });
await us.call('POST', `/api/domains/${bank}/lookalikes/harborbank-login.example/review`, { review: 'malicious', note: 'Copies our shop' });
console.log('evidence', (await us.run(await us.call('POST', `/api/domains/${bank}/lookalike-evidence`, { name: 'harborbank-login.example' }))).status);

// Reports: of an owned domain, of one that is not proven, of none, and what is no report.
await us.call('GET', '/api/dmarc/intake');
await us.call('POST', '/api/dmarc/intake/rotate', {});
await us.call('POST', '/api/dmarc/mailboxes', { name: 'Reports', access: { kind: 'imap', host: 'imap.example.com', user: 'dmarc@example.com', password: 'a password for this alone' } });
const day = (back: number) => Math.floor(Date.now() / 86_400_000 - back) * 86_400_000;
const made = [40, 8, 2].map(back => reportXml({
  domain: 'owned.example', id: `of ${back}`, begin: day(back), p: 'quarantine', records: [
    { ip: '192.0.2.1', count: 30, dkim: 'pass', spf: 'pass', signatures: [['owned.example', 's1', 'pass']] },
    { ip: '2001:db8::7', count: 3, disposition: 'quarantine', reason: 'forwarded', envelopeFrom: 'lists.example' },
    { ip: '203.0.113.9', count: 12, disposition: 'reject' },
  ],
}));
const tls = Buffer.from(readFileSync(new URL('smtp-tls-reports/rfc-example.json', SAMPLES), 'utf8').replaceAll('company-y.example', 'owned.example').replace(/2016-04-01/g, new Date(day(2)).toISOString().slice(0, 10)));
const samples = readdirSync(new URL('dmarc-reports/', SAMPLES)).slice(0, 2).map(name => readFileSync(new URL(`dmarc-reports/${name}`, SAMPLES)));
const held = reportXml({ domain: 'weak-mail.example', begin: day(3), records: [{ ip: '192.0.2.1', count: 3 }] });
const files = [...made, made[0]!, tls, held, ...samples, Buffer.from('no report')];
const uploaded = await us.call('POST', '/api/dmarc/reports', { files: files.map((content, at) => ({ name: `report-${at}.xml`, content: content.toString('base64') })) });
for (;;) {
  const { data } = await us.call('GET', '/api/dmarc/messages');
  const states = data.map((one: Body) => `${one.state} ${one.reason ?? ''}`);
  if (!states.some((state: string) => state.startsWith('received'))) { console.log(uploaded?.data?.length, states); break; }
  await sleep(200);
}
const senders = (await us.call('GET', '/api/dmarc/senders?domain=owned.example'))?.data;
if (senders?.[0]) await us.call('POST', `/api/dmarc/senders/${encodeURIComponent(senders[0].id)}`, { domain: 'owned.example', class: 'own', name: 'Billing' });
const { data: [notification] } = await us.call('GET', '/api/notifications');
await us.call('POST', '/api/notifications/read', { ids: [notification.id] });
await us.call('DELETE', `/api/domains/${domains['dkim-512.example']}`);
await us.call('POST', `/api/domains/${domains['good.example']}/scan`, {});
await sleep(3000);
await stop();

const { createDatabasePlace, openStore } = await import('../../../src/store/index.ts');
const again = await openStore({ dataDir, url: null, clock: systemClock });
// A service with PostgreSQL keeps its blobs in the database.
for (const path of globSync('blobs/**', { cwd: dataDir, withFileTypes: true }).filter(one => one.isFile()).map(one => join(one.parentPath, one.name)).toSorted()) {
  await createDatabasePlace(again).write(hash('sha256', readFileSync(path)), readFileSync(path));
}
const captured: Record<string, Row[]> = {};
await again.snapshot(async read => {
  for (const table of tables) captured[table] = (await Array.fromAsync(read(table))).flat().map(row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value])) as Row);
});
await again.close();
await lab.stop();
writeFileSync(new URL('captured.json.gz', import.meta.url), gzipSync(JSON.stringify(captured)));
for (const table of tables) console.log(table, captured[table]!.length);
rmSync(dataDir, { recursive: true });
process.exit(0);
