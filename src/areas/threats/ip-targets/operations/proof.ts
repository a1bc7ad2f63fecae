import { known } from '../../../../core/access.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn } from '../../../../core/operation.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Db } from '../../../../store/index.ts';
import { ownerAddress, textsOfAccount } from '../../../platform/account/index.ts';
import { nextTime } from '../../../schedule.ts';
import { alertOfTarget } from '../alerts.ts';
import { sendAgreementMail } from '../proof/agreement-mail.ts';
import { hashOfCode, isCode, newCode, readNetwork, type Contact, type Network } from '../proof/contact.ts';
import { proveAll } from '../proof/prove-all.ts';
import { stateAfter, type AddressProof, type TargetState } from '../proof/proof.ts';
import { addressesOf } from '../range.ts';
import type { IpTargetsServices } from '../services.ts';
import { ProveInput } from '../shapes.ts';
import { addressesOfTargets, changeTarget, findTarget, lockTarget, proofOf, saveAddress, type TargetRow } from '../store/targets.ts';
import { claimNetwork } from '../store/network-mails.ts';
import { ipTargetsTexts } from '../texts.ts';
import { EXAMPLE, ipTarget, recordOf, TargetReply } from './targets.ts';

const DAY_MS = 86_400_000;
const REGISTRY_MS = 10_000;
const CODE_DAYS = 7;

/** What was learnt before the transaction. */
type Learnt = { proofs: ReadonlyMap<string, AddressProof> } | { network: Network | string } | { code: string };

const prove = operationIn<IpTargetsServices>()({
  id: 'ip_targets.prove',
  summary: 'Verify ownership of an IP target',
  description: 'Checks the proof of ownership now: PTR records and, if the target has a domain, its token and TLS certificate. With `method` `email`, it sends a code to the contact listed in RDAP for the network (`contact.state` says whether the mail server took it); send that code back as `code`. '
    + 'The reply lists what is missing for each address.',
  method: 'POST',
  path: '/api/ip-targets/{id}/proof',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  idempotent: true,
  owns: { id: ipTarget },
  input: ProveInput,
  output: TargetReply,
  examples: [{ input: EXAMPLE, says: 'The PTR record was set' }, { input: { ...EXAMPLE, method: 'email' }, says: 'The provider of the network is asked to agree' }, { input: { ...EXAMPLE, code: 'ABCD-EFGH-JKLM-NPQR' }, says: 'The provider has agreed' }],
  audit: ({ input: { id, method = null, code }, output: { data } }) => ({ action: 'ip_target.proof_checked', resource: { type: 'ip_target', id }, details: { method: code === undefined ? method : 'code', state: data.state } }),
  async prepare({ caller, owned: { id: row }, signal }, services, { method, code }): Promise<Learnt> {
    if (method !== undefined && code !== undefined) throw invalid([{ path: ['code'], message: 'Give method or code, not both.' }]);
    const addresses = addressesOf(row.target);
    if (code !== undefined) return { code };
    if (method === 'email') return { network: readNetwork(await services.capture.network(addresses[0], AbortSignal.any([signal, AbortSignal.timeout(REGISTRY_MS)])), addresses) };
    const before = new Map(((await addressesOfTargets(services.db, [row.id])).get(row.id) ?? []).map(one => [one.address, proofOf(one)]));
    const contact = row.contact === null ? null : JSON.parse(row.contact) as Contact;
    return { proofs: await proveAll({ services, accountId: known(caller).account.id, domainId: row.domain_id, contact, addresses, before, holder: services.newId('ipt'), signal }) };
  },
  run: async (call, services, { id }) => {
    const { caller, prepared } = call, { db, clock } = services;
    const accountId = known(caller).account.id;
    const row = await lockTarget(db, id) ? await findTarget(db, accountId, id) : null;
    if (!row) throw new Problem('not_found', 'There is no such IP target on this account. Check the list for its id.');
    const now = clock.now();
    const learnt = prepared;
    if ('network' in learnt) return { success: true as const, data: await recordOf(db, await askContact(call, services, row, learnt.network, now)) };
    const proofs = 'code' in learnt ? await agree(db, row, learnt.code, now) : learnt.proofs;
    return { success: true as const, data: await recordOf(db, await settle(db, services, row, proofs, now)) };
  },
});

/** Sends a code to the contact of the network, who is written to once in 30 days however many ask. */
async function askContact(call: { afterwards(work: () => Promise<void>): void }, services: IpTargetsServices, row: TargetRow, network: Network | string, now: number): Promise<TargetRow> {
  const { db, mailer, randomBytes, baseUrl, speak } = services;
  const refused = async (detail: string, members: object = {}) => new Problem('invalid_state', detail, { current: await recordOf(db, row), ...members });
  if (typeof network === 'string') throw await refused(network);
  if (!mailer.configured) throw await refused('This service has no mail server, so that nobody can be written to. Use another way of proof, or ask the operator to set DSS_SMTP_URL.');
  const askAgainAt = await claimNetwork(db, network.network, now);
  if (askAgainAt !== null) {
    const at = new Date(askAgainAt).toISOString();
    throw await refused(`The contact of the network ${network.network} is written to at most once in 30 days, whoever asks, and can be asked again at ${at}. Use the code of the last e-mail, or another way of proof.`, { askAgainAt: at });
  }
  const [email] = network.emails as [string];
  const code = newCode(randomBytes);
  const contact: Contact = { network: network.network, handle: network.handle, email, codeHash: hashOfCode(code), mail: 'waiting', sentAt: now, provenAt: null };
  const texts = await textsOfAccount({ db, speak }, ipTargetsTexts, row.account_id);
  const asks = await ownerAddress(db, row.account_id);
  const { subject, text } = texts.agreement(row.target, network.network, baseUrl, asks ?? 'A customer', code, new Date(now + CODE_DAYS * DAY_MS));
  const mail = { accountId: row.account_id, targetId: row.id, contact, email: { to: email, subject, text: `${text.join('\n\n')}\n` } };
  call.afterwards(() => sendAgreementMail(services, mail));
  return changeTarget(db, row.id, { contact: JSON.stringify(contact) });
}

/** The contact has agreed: it counts for all addresses of the target. */
async function agree(db: Db, row: TargetRow, code: string, now: number): Promise<ReadonlyMap<string, AddressProof>> {
  const contact = row.contact === null ? null : JSON.parse(row.contact) as Contact;
  if (contact === null || !isCode(contact, code, now)) throw invalid([{ path: ['code'], message: 'This is not the code of the last e-mail, or it is older than 7 days.' }]);
  await changeTarget(db, row.id, { contact: JSON.stringify({ ...contact, mail: 'delivered', codeHash: null, provenAt: now } satisfies Contact) });
  const proof: AddressProof = { state: 'proven', method: 'email', by: contact.email, cause: null, at: now };
  return new Map(addressesOf(row.target).map(address => [address, proof]));
}

async function settle(db: Db, { newId, speak }: Pick<IpTargetsServices, 'newId' | 'speak'>, row: TargetRow, proofs: ReadonlyMap<string, AddressProof>, now: number): Promise<TargetRow> {
  for (const [address, proof] of proofs) await saveAddress(db, row.id, address, { proof }, now);
  const state = stateAfter(row.state as TargetState, [...proofs.values()]);
  const changed = await changeTarget(db, row.id, {
    state, checked_at: now, proven_at: row.proven_at ?? (state === 'proven' ? now : null), due_at: row.due_at ?? (state === 'proven' ? nextTime(now, DAY_MS, row.id) : null),
  });
  await alertOfTarget(db, { newId, texts: await textsOfAccount({ db, speak }, ipTargetsTexts, row.account_id) }, changed, now);
  return changed;
}

export const proofOperations = [prove] as const;
