// Inputs with which an operation succeeds, made from what the caller owns.
import { addSignUpInvitation, createOperatorLink } from '../src/areas/platform/account/index.ts';
import { createAuthenticator, totp } from '../src/areas/platform/account/sign-in/authenticator.sample.ts';
import { makeLinkToken } from '../src/areas/platform/account/tokens.ts';
import { insertMailbox } from '../src/areas/mail/dmarc/mailboxes/store.ts';
import { addUnfetched } from '../src/areas/mail/dmarc/spool/store.ts';
import { numberOf } from '../src/areas/mail/dmarc/store/identity.ts';
import { insertLabel } from '../src/areas/domains/inventory/labels-store.ts';
import { insertDomains } from '../src/areas/domains/inventory/store.ts';
import { manifestText } from '../src/areas/threats/lookalikes/evidence/manifest.ts';
import { sampleManifest } from '../src/areas/threats/lookalikes/evidence/package.sample.ts';
import { newCandidate } from '../src/areas/threats/lookalikes/store/new-candidate.ts';
import { readFileSync } from 'node:fs';
import { FindingReport } from '../src/areas/domains/scanner-issues/index.ts';
import { insertDraft, sendDraft } from '../src/areas/domains/scanner-issues/store.ts';
import { openThread } from '../src/areas/platform/support/store.ts';
import { eventAlerts } from '../src/areas/domains/events/alerts.ts';
import { aboutDomain, settleAlerts } from '../src/areas/platform/alerts/index.ts';
import { insertChannel } from '../src/areas/platform/notifications/channel-store.ts';
import { addDelivery } from '../src/areas/platform/notifications/delivery-store.ts';
import { makeMailLink } from '../src/areas/platform/notifications/mail-token.ts';
import { insertRule } from '../src/areas/platform/notifications/rule-store.ts';
import { sha256Of } from '../src/core/outside/blobs.ts';
import type { AnyOperation } from '../src/core/operation.ts';
import type { RunStatus } from '../src/core/run.ts';
import type { Bearer } from './authorization-credentials.ts';
import { authorizationSamples, type Ready } from './authorization-sample.ts';
import { cookiesOf, tokenIn } from './replies.ts';
import { PASSWORD, type RequestOptions, type TestPerson, type TestReply, type TestService } from './service.ts';
import { allTables } from './tables.ts';

type Input = Record<string, unknown>;

type GetReady = (service: TestService, bearer: Bearer) => Promise<Ready>;

/** How to get ready for an operation; those that are not here succeed with their own first example. */
const gettingReady: Readonly<Record<string, GetReady>> = {
  'check.domain': async () => ({ input: { domain: 'healthy.example' } }),
  // One that has ended: a stream of its events ends too.
  'runs.events': async (service, { account }) => ({ input: { id: await addRun(service, account.id, 'completed') } }),
  'settings.update': async ({ store, service }, { account }) => {
    const { settings_version: version } = await allTables(store.db).selectFrom('account').select('settings_version').where('id', '=', account.id).executeTakeFirstOrThrow();
    return { input: { version, account: { name: service.services.newId('acc') } } };
  },

  'auth.sign_up': async ({ service }) => ({ input: { name: 'Cora', email: `${service.services.newId('usr')}@example.net`, password: PASSWORD } }),
  'auth.sign_in': async (_, { person }) => ({ input: { email: person.email, password: PASSWORD } }),
  'auth.send_verification': async ({ store }, { person }) => {
    await allTables(store.db).updateTable('auth_user').set({ emailVerified: 0 }).where('id', '=', person.id).execute();
    return { input: { email: person.email } };
  },
  'auth.verify_email': async (service, bearer) => {
    const { input } = await gettingReady['auth.send_verification']!(service, bearer);
    await succeed(service.request('POST', '/api/auth/send-verification-email', { body: input }));
    return { input: { token: tokenIn(await service.emailTo(bearer.person.email)) } };
  },
  'auth.reset_password': async (service, { person }) => {
    await succeed(service.request('POST', '/api/auth/request-password-reset', { body: { email: person.email } }));
    return { input: { token: tokenIn(await service.emailTo(person.email)), newPassword: 'another long and rare phrase' } };
  },
  'auth.revoke_session': async (service, { person }) => ({ input: { token: /=([\w-]+)/.exec(await service.session(person.id))![1] } }),
  'auth.operator': async ({ store, service }) => {
    await allTables(store.db).updateTable('account').set({ operator: 0 }).execute();
    const link = new URL((await createOperatorLink(service.services))!);
    return { input: { token: link.searchParams.get('token')!, name: 'Otto', email: `${service.services.newId('usr')}@example.net`, password: PASSWORD } };
  },
  'auth.join': async ({ store, service }, { account, person }) => {
    const { services } = service;
    const { token, hash } = makeLinkToken(size => services.randomBytes(size));
    await allTables(store.db).insertInto('invitation').values({ ...invitation(service, account.id, person.id), token_hash: hash }).execute();
    return { input: { token, name: 'Dora', password: PASSWORD } };
  },

  'auth.two_factor.disable': async (service, bearer) => ({ input: { password: PASSWORD }, session: (await enroll(service, bearer.person)).session }),
  'auth.two_factor.replace_backup_codes': async (service, bearer) => ({ input: { password: PASSWORD }, session: (await enroll(service, bearer.person)).session }),
  'auth.two_factor.show_secret': async (service, bearer) => ({ input: { password: PASSWORD }, session: (await enroll(service, bearer.person)).session }),
  'auth.two_factor.verify': async (service, { person, signedIn }) => {
    if (signedIn) return { input: { code: totp(secretOf(await begin(service, person))) } };
    const { secret } = await enroll(service, person);
    return { input: { code: totp(secret) }, cookie: await signInWithPassword(service, person) };
  },
  'auth.two_factor.verify_backup_code': async (service, { person, signedIn }) => {
    const { session, backupCodes } = await enroll(service, person);
    return signedIn ? { input: { code: backupCodes[0] }, session } : { input: { code: backupCodes[0] }, cookie: await signInWithPassword(service, person) };
  },
  'auth.passkeys.add': async (service, { person }) => beginPasskey(service, person, authenticatorOf(service)),
  'auth.passkeys.sign_in': async (service, { person }) => {
    const authenticator = authenticatorOf(service);
    const { input, cookie } = await beginPasskey(service, person, authenticator);
    await succeed(service.request('POST', '/api/auth/passkey/verify-registration', { body: input, cookie: `${person.cookie}; ${cookie}` }));
    const begun = await succeed(service.request('GET', '/api/auth/passkey/generate-authenticate-options'));
    return { input: { response: authenticator.get(begun.body as never) }, cookie: cookiesOf(begun) };
  },
  'auth.passkeys.delete': async (service, { person }) => ({ input: { id: await ownPasskey(service, person) } }),
  'auth.passkeys.rename': async (service, { person }) => ({ input: { id: await ownPasskey(service, person), name: 'Phone' } }),
  'sign_up.invite': async service => ({ input: { email: `${service.service.services.newId('usr')}@example.net` } }),
  'sign_up.withdraw': async ({ store, service: { services } }) => {
    const { row } = await addSignUpInvitation(store.db, services, `${services.newId('usr')}@example.net`, { createdBy: null, delivery: null }, Date.now());
    return { input: { id: row.id } };
  },

  'account.require_second_factor': async (service, { account, person }) => {
    // Who calls has one; others share the account of the operator, so it is no longer required afterwards.
    await allTables(service.store.db).updateTable('auth_user').set({ twoFactorEnabled: 1 }).where('id', '=', person.id).execute();
    await allTables(service.store.db).updateTable('account').set({ second_factor_required: 1 }).where('id', '=', account.id).execute();
    return { input: { required: false } };
  },

  'people.change_role': async (service, { account }) => ({ input: { id: (await service.person(account, 'viewer')).id, role: 'member' } }),
  'people.remove': async (service, { account, person }) => {
    await service.person(account, 'owner');
    return { input: { id: person.id } };
  },
  'domains.create': async service => ({ input: { name: nameFor(service), scan: false } }),
  'lookalikes.show': async (service, bearer) => ({ input: await addLookalike(service, bearer) }),
  'lookalikes.review': async (service, bearer) => ({ input: { ...await addLookalike(service, bearer), review: 'malicious' } }),
  'lookalikes.evidence_screenshot': async (service, bearer) => ({ input: await addEvidence(service, bearer) }),
  'lookalikes.evidence_file': async (service, bearer) => ({ input: await addEvidence(service, bearer) }),
  'lookalikes.capture': async (service, bearer) => ({ input: { id: await resources['domain']!(service, bearer), name: nameFor(service) } }),
  'lookalikes.check': async () => ({ input: { domain: 'healthy.example' } }),
  'dmarc.approve_sender': async (service, bearer) => {
    const { db } = service.store;
    const domain = await resources['reported domain']!(service, bearer);
    const { no } = await allTables(db).insertInto('dmarc_domain').values({ no: numberOf(domain), account_id: bearer.account.id, name: domain, domain_id: null, held_since: null, last_report: 1, due_at: Date.now() + 1e9 })
      .returning('no').executeTakeFirstOrThrow();
    await allTables(db).insertInto('dmarc_sender').values({ domain_no: no, no: 1, id: 'own', name: 'Own servers', class: 'own', confidence: 'high', reasons: '[]', evidence: '[]', origin: null }).execute();
    return { input: { sender: 'own', domain, class: 'threat' } };
  },
  'domains.import': async service => ({ input: { csv: `${nameFor(service)},shop` } }),
  'groups.create': async ({ service }) => ({ input: { name: service.services.newId('grp') } }),
  'groups.update': async (service, bearer) => ({ input: { id: await resources['group']!(service, bearer), name: service.service.services.newId('grp') } }),
  'clients.create': async ({ service }) => ({ input: { name: service.services.newId('cli') } }),
  'clients.update': async (service, bearer) => ({ input: { id: await resources['client']!(service, bearer), contactEmail: 'office@example.com' } }),
  'notifications.channels.rotate_secret': async (service, { account }) => ({ input: { id: await addChannel(service, account.id, 'webhook') } }),
  'notifications.mail_link.show': async (service, { account }) => ({ input: { token: await mailToken(service, account.id) } }),
  'notifications.mail_link.use': async (service, { account }) => ({ input: { token: await mailToken(service, account.id) } }),
  'account.keep': async ({ store }, { account }) => {
    await allTables(store.db).updateTable('account').set({ delete_after: Date.now() + 86_400_000 }).where('id', '=', account.id).execute();
    return { input: {} };
  },
};

/** Things of an account by their type, as `owns` names it; gives the id of one that is made for the purpose. */
const resources: Readonly<Record<string, (service: TestService, bearer: Pick<Bearer, 'account' | 'person'>) => Promise<string>>> = {
  'alert': async ({ store, service: { services } }, { account }) => {
    const cause = { kind: 'event.denied', cause: 'dns.mx', severity: 'high', title: 'The MX records are gone', detail: '', path: '/events' } as const;
    const domain = { id: services.newId('dom'), name: 'changed.example' };
    await store.transaction(tx => settleAlerts(tx, services, eventAlerts, aboutDomain(account.id, domain), [cause], Date.now()));
    return (await allTables(store.db).selectFrom('alert').select('id').where('subject_id', '=', domain.id).executeTakeFirstOrThrow()).id;
  },
  'scanner issue': ({ store, service: { services } }, { account }) => addIssue(store, services, account.id).then(({ id }) => id),
  // What the operator answers is of other accounts.
  'sent scanner issue': async service => {
    const { store, service: { services } } = service;
    const draft = await addIssue(store, services, (await service.account()).id);
    return (await store.transaction(tx => sendDraft(tx, draft, 'It is on purpose', Date.now()))).id;
  },
  'support thread': async (service, { account }) => (await addThread(service, account.id)).id,
  'support thread of any account': async service => (await addThread(service, (await service.account()).id)).id,
  'support attachment': (service, { account }) => addAttachment(service, account.id),
  'support attachment of any account': async service => addAttachment(service, (await service.account()).id),
  'run': (service, { account }) => addRun(service, account.id, 'queued'),
  'domain': async (service, { account }) => {
    const { store, service: { services } } = service;
    const id = services.newId('dom');
    await insertDomains(store.db, [{ id, account_id: account.id, name: nameFor(service), due_at: null, created_at: Date.now(), tags: [] }]);
    return id;
  },
  'report message': async ({ store, service: { services } }, { account }) => {
    const [id, sha256] = [services.newId('dmm'), sha256Of(services.newId('dmm'))];
    await allTables(store.db).insertInto('dmarc_spooled').values({ sha256, blob: sha256, spooled_at: Date.now() }).execute();
    await addUnfetched(store.db, { id, accountId: account.id, sha256, way: 'upload', mailboxId: null, name: null, bytes: 1, reason: 'message_too_large', now: Date.now() });
    return id;
  },
  'report mailbox': async ({ store, service: { services } }, { account }) => {
    const access = { kind: 'imap', host: 'imap.example.com', port: 993, user: 'u', password: 'p', folder: 'INBOX', moveTo: null } as const;
    return (await insertMailbox(store.db, services, { id: services.newId('mbx'), accountId: account.id, name: 'Reports', access, now: Date.now() + 86_400_000 })).id;
  },
  'reported domain': async (service, { account }) => {
    const { store, service: { services } } = service;
    const name = nameFor(service);
    await insertDomains(store.db, [{ id: services.newId('dom'), account_id: account.id, name, due_at: null, created_at: Date.now(), tags: [] }]);
    return name;
  },
  'group': async ({ store, service: { services } }, { account }) => (await insertLabel(store.db, 'domain_group', services, labelFor(services, account.id))).id,
  'client': async ({ store, service: { services } }, { account }) => (await insertLabel(store.db, 'client', services, labelFor(services, account.id))).id,
  'evidence': async (service, bearer) => (await addEvidence(service, bearer)).evidence,
  'domain event': async (service, bearer) => addEvent(service, bearer.account.id, await resources['domain']!(service, bearer)),
  'change window': async (service, bearer) => {
    const { store, service: { services } } = service;
    const values = {
      id: services.newId('win'), account_id: bearer.account.id, domain_id: await resources['domain']!(service, bearer), kinds: '["dns.*"]', expected: null, reason: null,
      starts_at: Date.now(), ends_at: Date.now() + 3_600_000, created_at: Date.now(), created_by: '{"type":"program","id":null}',
    };
    await allTables(store.db).insertInto('change_window').values(values).execute();
    return values.id;
  },
  'notification': async ({ store, service: { services } }, { account }) => {
    const id = services.newId('ntf');
    const words = { kind: 'dns.mx.changed', severity: 'high', subject_type: 'domainEvent', subject_id: 'evt_1', title: 'changed.example: The MX records are gone', body: '', data: '{}' };
    await allTables(store.db).insertInto('notification').values({ id, account_id: account.id, ...words, created_at: Date.now() }).execute();
    return id;
  },
  'watchlist entry': async (service, bearer) => {
    const { store, service: { services } } = service;
    const values = { id: services.newId('wtc'), account_id: bearer.account.id, domain_id: await resources['domain']!(service, bearer), name: nameFor(service), note: null, created_at: Date.now() };
    await allTables(store.db).insertInto('watchlist_name').values(values).execute();
    return values.id;
  },
  'notification channel': (service, { account }) => addChannel(service, account.id, 'discord'),
  'notification rule': async (service, bearer) => {
    const { store, service: { services } } = service;
    const id = services.newId('rul');
    const words = { channelId: await addChannel(service, bearer.account.id, 'discord'), kinds: ['*'], leastSeverity: 'high', endings: false, digest: 'immediate', quiet: null, enabled: true } as const;
    return (await insertRule(store.db, { id, accountId: bearer.account.id, now: Date.now() }, { ...words, filter: { domainIds: [], groupIds: [], clientIds: [], tags: [] } })).id;
  },
  'delivery': async (service, { account }) => {
    const { store, service: { services } } = service;
    const channelId = await addChannel(service, account.id, 'discord');
    const wanted = { accountId: account.id, channelId, ruleId: null, state: 'waiting', dueAt: null, repeats: { message_id: services.newId('msg'), body: '{}' } } as const;
    return (await addDelivery(store.db, services, wanted, Date.now())).id;
  },
  'person': async (service, { account }) => (await service.person(account, 'viewer')).id,
  'invitation': async ({ store, service }, { account, person }) => {
    const values = { ...invitation(service, account.id, person.id), token_hash: service.services.newId('inv') };
    await allTables(store.db).insertInto('invitation').values(values).execute();
    return values.id;
  },
};

export const resourceTypes: readonly string[] = Object.keys({ ...resources, ...authorizationSamples.resources });

/** A support thread with a file. */
function addThread({ store, service: { services } }: TestService, accountId: string) {
  const message = { side: 'account', author: { type: 'person', id: 'usr_1' }, authorName: 'ada@example.net', via: 'page', text: 'It is slow since Monday', attachments: [{ name: 'a.txt', content: Buffer.from('a') }], now: Date.now() } as const;
  return store.transaction(tx => openThread(tx, services, accountId, 'A question', message));
}

async function addAttachment(service: TestService, accountId: string): Promise<string> {
  const { id } = await addThread(service, accountId);
  return (await allTables(service.store.db).selectFrom('support_attachment').innerJoin('support_message', 'support_message.id', 'support_attachment.message_id').select('support_attachment.id').where('thread_id', '=', id).executeTakeFirstOrThrow()).id;
}

/** The draft of a report. */
function addIssue(store: TestService['store'], { newId }: TestService['service']['services'], accountId: string) {
  const report = FindingReport.parse(JSON.parse(readFileSync(new URL('../src/areas/domains/scanner-issues/golden/spf-all.json', import.meta.url), 'utf8')));
  return store.transaction(tx => insertDraft(tx, { newId }, { accountId, report, comment: null, by: { type: 'person', id: 'usr_1' }, now: Date.now() }));
}

/** Evidence of a lookalike of a domain of the account. */
async function addEvidence(service: TestService, bearer: Pick<Bearer, 'account' | 'person'>): Promise<{ id: string; evidence: string }> {
  const { store, service: { services } } = service;
  const [domainId, evidence] = [await resources['domain']!(service, bearer), services.newId('evd')];
  await services.blobs.put(Buffer.from('a picture'));
  const manifest = manifestText(sampleManifest({ 'web-screenshot.png': 'a picture' }, null, { id: evidence }));
  await allTables(store.db).insertInto('lookalike_evidence').values({
    id: evidence, account_id: bearer.account.id, domain_id: domainId, name: 'examp1e.org', seq: 1, captured_at: Date.now(), manifest, signature: services.evidenceKey.sign(manifest),
  }).execute();
  return { id: domainId, evidence };
}

/** A lookalike of a domain of the account. */
async function addLookalike(service: TestService, bearer: Bearer): Promise<{ id: string; name: string }> {
  const { store, service: { services } } = service;
  const [domainId, name] = [await resources['domain']!(service, bearer), nameFor(service)];
  await allTables(store.db).insertInto('lookalike').values(newCandidate(services.newId, { accountId: bearer.account.id, domainId }, { name, kind: 'combo', sources: 1 }, Date.now())).execute();
  return { id: domainId, name };
}

/** A domain that nobody has, below one that the lab does not know. */
function nameFor({ service: { services } }: TestService): string {
  return `${services.newId('dom').slice('dom_'.length)}.example`;
}

function labelFor({ newId }: TestService['service']['services'], accountId: string) {
  return { accountId, name: newId('grp'), details: {}, now: Date.now() };
}

/** An event that waits for a decision. */
async function addEvent({ store, service: { services } }: TestService, accountId: string, domainId: string): Promise<string> {
  const now = Date.now();
  const row = {
    id: services.newId('evt'), account_id: accountId, domain_id: domainId, domain_name: 'changed.example', kind: 'dns.mx.changed', subject: 'dns.mx', severity: 'high', state: 'open',
    title: 'The MX records are gone', before: '["10 mx.changed.example"]', after: '[]', after_hash: '0', count: 1, created_at: now, last_seen_at: now,
    decided_at: null, decided_by: null, reason: null, next_alarm_at: null, closed_at: null,
  };
  await allTables(store.db).insertInto('domain_event').values(row).execute();
  return row.id;
}

/** A channel that leads nowhere. */
async function addChannel({ store, service: { services } }: TestService, accountId: string, kind: 'webhook' | 'discord'): Promise<string> {
  const id = services.newId('chn');
  const secrets = { target: kind === 'discord' ? services.sealer.seal('https://nowhere.example/hook', id) : 'https://nowhere.example/hook', secret: services.sealer.seal('whsec_AAAA', id) };
  return (await insertChannel(store.db, { id, account_id: accountId, kind, name: 'Hook', ...secrets, state: 'active', confirmed_at: null }, Date.now())).id;
}

/** Of an e-mail whose reader may unsubscribe. */
async function mailToken(service: TestService, accountId: string): Promise<string> {
  const { store, service: { services } } = service;
  const of = { account_id: accountId, channel_id: await addChannel(service, accountId, 'webhook'), rule_id: null, purpose: 'unsubscribe' } as const;
  return (await makeMailLink(store.db, services, of, Date.now())).split('/').at(-1)!;
}

/** A run without a job: nobody does it meanwhile. */
export async function addRun({ store, service: { services } }: TestService, accountId: string, status: RunStatus): Promise<string> {
  const row = {
    id: services.newId('run'), account_id: accountId, kind: 'domainScan', subject_type: 'domain', subject_id: services.newId('dom'), subject_label: 'healthy.example', trigger: 'manual',
    allowance: null, allowance_at: null, status, done: 0, total: 0, step: null, event_seq: 0, stage_seq: 0, input: 'null', state: null, result: null, error: null,
    created_at: Date.now(), started_at: null, finished_at: null,
  };
  await allTables(store.db).insertInto('run').values(row).execute();
  return row.id;
}

/** Makes a thing of the account for the purpose, by its type as `owns` names it; gives its id. */
export async function makeResource(type: string, service: TestService, bearer: Pick<Bearer, 'account' | 'person'>): Promise<string> {
  const make = resources[type] ?? authorizationSamples.resources[type];
  if (!make) throw new Error(`Nothing makes a ${type}.`);
  return make(service, bearer, other => makeResource(other, service, bearer));
}

/** What a call of `operation` sends so that it succeeds for anyone who may make it. */
export async function getReady(operation: AnyOperation, service: TestService, bearer: Bearer): Promise<Ready> {
  const own = gettingReady[operation.id] ?? authorizationSamples.inputs[operation.id];
  if (own) return own(service, bearer, type => makeResource(type, service, bearer));
  const input: Input = { ...operation.examples[0]!.input as Input };
  for (const [member, { type }] of Object.entries<{ type: string }>(operation.owns ?? {})) {
    const id = await makeResource(type, service, bearer);
    input[member] = Array.isArray(input[member]) ? [id] : id;
  }
  return { input };
}

/** The request for `operation` at one of its addresses. */
export function requestFor(operation: AnyOperation, address: string, input: Input): { path: string; options: Pick<RequestOptions, 'query' | 'body'> } {
  const inPath = new Set(address.matchAll(/\{(\w+)\}/g).map(([, name]) => name!));
  const path = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)));
  if (operation.method !== 'GET') return { path, options: { body: rest } };
  const page = !address.startsWith('/api/');
  return { path, options: { query: { ...rest as Record<string, string>, ...(page ? { format: 'json' } : {}) } } };
}

function invitation({ services }: TestService['service'], accountId: string, createdBy: string) {
  const now = Date.now();
  return {
    id: services.newId('inv'), account_id: accountId, email: `${services.newId('usr')}@example.net`, role: 'member', created_by: createdBy,
    created_at: now, expires_at: now + 86_400_000, accepted_at: null,
  };
}

/** Asks for a second factor; it is not on yet. */
async function begin(service: TestService, person: TestPerson): Promise<TestReply> {
  return succeed(service.request('POST', '/api/auth/two-factor/enable', { body: { password: PASSWORD }, cookie: person.cookie }));
}

/** Turns the second factor of the person on. */
async function enroll(service: TestService, person: TestPerson): Promise<{ secret: string; backupCodes: string[]; session: string }> {
  const begun = await begin(service, person);
  const secret = secretOf(begun);
  const verified = await succeed(service.request('POST', '/api/auth/two-factor/verify-totp', { body: { code: totp(secret) }, cookie: person.cookie }));
  return { secret, backupCodes: begun.body['backupCodes'] as string[], session: cookiesOf(verified) };
}

function secretOf({ body }: TestReply): string {
  return new URL(body['totpURI'] as string).searchParams.get('secret')!;
}

/** The cookie of a sign-in that waits for the second factor. */
async function signInWithPassword(service: TestService, { email }: TestPerson): Promise<string> {
  return cookiesOf(await succeed(service.request('POST', '/api/auth/sign-in/email', { body: { email, password: PASSWORD } })));
}

function authenticatorOf({ baseUrl }: TestService) {
  return createAuthenticator(baseUrl, 'localhost');
}

async function beginPasskey(service: TestService, person: TestPerson, authenticator: ReturnType<typeof createAuthenticator>): Promise<{ input: Input; cookie: string }> {
  const begun = await succeed(service.request('GET', '/api/auth/passkey/generate-register-options', { cookie: person.cookie }));
  return { input: { response: authenticator.create(begun.body as never), name: 'Laptop' }, cookie: cookiesOf(begun) };
}

async function ownPasskey({ store, service: { services } }: TestService, { id: userId }: TestPerson): Promise<string> {
  const id = services.newId('auth');
  const made = { publicKey: 'x', credentialID: id, counter: 0, deviceType: 'singleDevice', backedUp: 0, transports: null, createdAt: null, aaguid: null } as const;
  await allTables(store.db).insertInto('auth_passkey').values({ id, name: 'Laptop', userId, ...made }).execute();
  return id;
}

async function succeed(reply: Promise<TestReply>): Promise<TestReply> {
  const { status, text } = await reply;
  if (status >= 300) throw new Error(`Getting ready failed with ${status}: ${text}`);
  return reply;
}
