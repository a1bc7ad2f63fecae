import { known } from '../../../core/access.ts';
import { operationIn } from '../../../core/operation.ts';
import { Problem } from '../../../core/problem.ts';
import type { DomainsServices } from '../inventory/index.ts';
import { seekProof, settle } from './job.ts';
import { OwnershipRecord, presentOwnership } from './shapes.ts';
import { stateOf } from './state.ts';
import { ownedBy, ownershipOf } from './store.ts';
import { domain } from '../inventory/index.ts';
import { DomainPath, replyOf } from '../inventory/index.ts';

const EXAMPLE = { id: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z' };

const showOwnership = operationIn<DomainsServices>()({
  id: 'domains.ownership',
  summary: 'Show the proof of ownership',
  description: 'Whether it is proven that the domain is yours, and the token to prove it with. Anybody may monitor a domain; reports about its mail, '
    + 'reading its zone and scans of its machines need the proof. Several accounts may prove the same domain, each with its own token.',
  method: 'GET',
  path: '/api/domains/{id}/ownership',
  agent: { everyday: true },
  access: { scope: 'vulnscan' },
  allowance: 'none',
  owns: { id: domain },
  input: DomainPath,
  output: replyOf(OwnershipRecord),
  examples: [{ input: EXAMPLE, says: 'By the id of the domain' }],
  run: async (call, services, { id }) => {
    const { caller, owned: { id: { name } }, now } = call, { db } = services;
    const row = await ownershipOf(db, services, id) ?? gone();
    return { success: true as const, data: presentOwnership(row, name, await ownedBy(db, known(caller).account.id, name, now), now) };
  },
});

const verifyOwnership = operationIn<DomainsServices>()({
  id: 'domains.verify_ownership',
  summary: 'Prove ownership now',
  description: 'Checks for the token at every nameserver of the domain itself, bypassing all caches, and in the file; one of the two is enough. '
    + 'If it is not found, `cause` says what is missing. A proof is checked again every day; when it is gone, it holds for 7 more days.',
  method: 'POST',
  path: '/api/domains/{id}/ownership',
  access: { scope: 'vulnscan' },
  allowance: 'none',
  idempotent: true,
  owns: { id: domain },
  input: DomainPath,
  output: replyOf(OwnershipRecord),
  examples: [{ input: EXAMPLE, says: 'By the id of the domain' }],
  audit: ({ input: { id }, output: { data: { state, method } } }) => ({ action: 'domain.ownership_checked', resource: { type: 'domain', id }, details: { state, method } }),
  async prepare(call, services, { id }) {
    const { owned, signal } = call, { db, clock } = services;
    const { token } = await ownershipOf(db, services, id) ?? gone();
    return { startedAt: clock.now(), proofs: await seekProof(services, owned.id.name, token, signal) };
  },
  run: async (call, services, { id }) => {
    const { caller, owned: { id: { name } }, prepared: { startedAt, proofs }, nothingChanged } = call, { db, clock } = services;
    const accountId = known(caller).account.id;
    // The check took its time.
    const now = clock.now();
    const before = await ownershipOf(db, services, id) ?? gone();
    // A job may have looked meanwhile, and seen something newer.
    const row = (before.checked_at ?? 0) > startedAt ? before : await settle(db, services, { id, name, accountId }, before, proofs, now);
    if (stateOf(row, now) === stateOf(before, now)) nothingChanged();
    return { success: true as const, data: presentOwnership(row, name, await ownedBy(db, accountId, name, now), now) };
  },
});

/** Somebody deleted it after the call was authorized. */
function gone(): never {
  throw new Problem('not_found', 'There is no such domain on this account. Check the list for its id.');
}

export const ownershipOperations = [showOwnership, verifyOwnership] as const;
