// What operations about IP targets need to succeed, and a target that shows something of everything.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import type { TestService } from '../../../../test/service.ts';
import { allTables } from '../../../../test/tables.ts';
import type { AddressScan } from '../exposure/index.ts';
import type { AddressFacts } from './facts/facts.ts';
import { hashOfCode } from './proof/contact.ts';
import type { AddressProof } from './proof/proof.ts';

const proof: AddressProof = { state: 'proven', method: 'ptr', by: 'example.org', cause: null, at: 1 };
const facts: AddressFacts = {
  reverse: { state: 'confirmed', names: ['mail.example.org', 'ip-45-54-86-1.example.org'], confirmed: ['mail.example.org'], generic: 'ip-45-54-86-1.example.org', cause: null },
  lists: [
    { zone: 'bl.spamcop.net', state: 'listed', codes: [{ code: '127.0.0.2', weight: 'abuse', text: 'recipients reported spam from it' }], text: 'Blocked - see the website', cause: null },
    { zone: 'psbl.surriel.com', state: 'unknown', codes: [], text: null, cause: 'it lists everything' }, { zone: 'dnsbl.dronebl.org', state: 'clean', codes: [], text: null, cause: null },
  ],
  origin: { state: 'found', asns: [{ asn: 64500, name: 'LAB-HOSTING' }], prefix: '45.54.0.0/16', country: 'NL', cause: null }, rpki: { state: 'valid', cause: null }, owner: { name: 'Hetzner', kind: 'cloud' },
};
const ports: AddressScan = { outcome: 'done', portsDone: true, cause: null, limited: null, wildcard: false, ports: [{ port: 25, transport: 'tcp', verified: true, service: null }] };

export const sample: AuthorizationSample = {
  resources: {
    'IP target': (service, { account }) => addTarget(service, account.id),
    'event of an IP target': async (service, { account }, make) => addEvent(service, account.id, await make('IP target')),
  },
  inputs: {
    'ip_targets.create': ({ service: { services } }) => Promise.resolve({ input: { target: anAddress(services) } }),
    'ip_targets.prove': async (service, { account }) => {
      const id = await addTarget(service, account.id);
      const contact = { network: '45.54.0.0-45.54.255.255', handle: 'NET', email: 'noc@net.example', codeHash: hashOfCode('ABCD-EFGH-JKLM-NPQR'), sentAt: Date.now(), provenAt: null };
      await allTables(service.store.db).updateTable('ip_target').set({ contact: JSON.stringify(contact) }).where('id', '=', id).execute();
      return { input: { id, code: 'ABCD-EFGH-JKLM-NPQR' } };
    },
    'ip_targets.withdraw': async (service, { account }) => ({ input: { id: await addTarget(service, account.id, { confirmed_by: 'usr_owner', confirmed_at: 1 }) } }),
    'ip_targets.authorize_event': (service, { account }) => eventOfATarget(service, account.id),
    'ip_targets.deny_event': (service, { account }) => eventOfATarget(service, account.id),
  },
};

async function eventOfATarget(service: TestService, accountId: string) {
  const id = await addTarget(service, accountId);
  return { input: { id, event: await addEvent(service, accountId, id) } };
}

/** A proven target with one address that no other has. */
async function addTarget({ store, service: { services } }: TestService, accountId: string, confirmation = { confirmed_by: null as string | null, confirmed_at: null as number | null }): Promise<string> {
  const [id, target, at] = [services.newId('ipt'), anAddress(services), Date.now()];
  const db = allTables(store.db);
  await db.insertInto('ip_target').values({
    id, account_id: accountId, target, label: 'Mail server', profile: 'standard', domain_id: null, contact: null, ...confirmation, state: 'proven', proven_at: at, checked_at: at, scanned_at: at,
    due_at: at + 86_400_000, ports_due_at: null, missed: null, created_at: at,
  }).execute();
  await db.insertInto('ip_address').values({ target_id: id, address: target, proof: JSON.stringify(proof), facts: JSON.stringify(facts), facts_at: at, ports: JSON.stringify(ports), ports_at: at, listed: 1, incomplete: 1 }).execute();
  return id;
}

function anAddress({ randomBytes }: { randomBytes(size: number): Buffer }): string {
  return `45.54.${[...randomBytes(2)].join('.')}`;
}

async function addEvent({ store, service: { services } }: TestService, accountId: string, targetId: string): Promise<string> {
  const id = services.newId('ipe');
  await allTables(store.db).insertInto('ip_event').values({
    id, account_id: accountId, target_id: targetId, address: '45.54.86.1', kind: 'ip.listed', subject: 'listings', severity: 'high', state: 'open', title: 'The address is on the blocklist SpamCop', before: '[]',
    after: '["bl.spamcop.net 127.0.0.2"]', after_hash: 'hash', created_at: 1, last_seen_at: 1, decided_at: null, decided_by: null, reason: null, next_alarm_at: null, closed_at: null,
  }).execute();
  return id;
}
