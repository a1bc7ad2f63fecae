import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { toUnicode } from '../../../core/domain-name.ts';
import { operationIn } from '../../../core/operation.ts';
import { pageInput, pageOf } from '../../../core/page.ts';
import { cursorInput, cutSorted, decodeSortCursor } from '../../../core/sorted-page.ts';
import { client, domainFilters, group, isoOf, replyOf, type DomainsServices } from '../inventory/index.ts';
import { proofJobs } from './job.ts';
import { filterOf, missingAfter, missingFilters, type MissingPage } from './missing.ts';
import { ListedOwnership, presentOwnership } from './shapes.ts';
import { domainsAfter, ownershipOf, ownershipsAmong } from './store.ts';

const LIST = 'domains.ownerships';
/** What was checked so lately is not checked once more: it costs others questions too. */
const FRESH_MS = 60_000;

const listOwnerships = operationIn<DomainsServices>()({
  id: 'domains.ownerships',
  summary: 'List proofs of ownership',
  description: 'Every domain of the inventory by name, with the TXT record that proves it and the outcome of its last check. `coveredBy` is null where a proof is missing.',
  method: 'GET',
  path: '/api/domains/ownership',
  access: { scope: 'vulnscan' },
  allowance: 'none',
  owns: { group, client },
  input: z.strictObject({ search: domainFilters.search, tag: domainFilters.tag, group: domainFilters.group, client: domainFilters.client, ...pageInput, cursor: cursorInput }),
  output: pageOf(ListedOwnership),
  examples: [{ input: {}, says: 'All domains' }, { input: { search: 'shop', limit: 200 }, says: 'Those with "shop" in the name or note' }],
  run: async ({ caller, now }, services, { limit, cursor, ...filter }) => {
    const { db } = services;
    const accountId = known(caller).account.id;
    const position = decodeSortCursor(LIST, 'name', cursor);
    const rows = await domainsAfter(db, accountId, filter, position === null ? '' : String(position.value), limit + 1);
    const page = cutSorted(LIST, rows, limit, ({ id, name }) => ({ value: name, id }), row => row);
    const data: z.output<typeof ListedOwnership>[] = [];
    for (const { id, name, stored, owner } of await ownershipsAmong(db, accountId, page.data, now)) {
      const row = stored ?? await ownershipOf(db, services, id);
      if (row) data.push({ domainId: id, domain: name, unicodeName: toUnicode(name), ...presentOwnership(row, name, owner, now) });
    }
    return { ...page, data };
  },
});

const checkOwnerships = operationIn<DomainsServices>()({
  id: 'domains.check_ownerships',
  summary: 'Check all missing proofs of ownership',
  description: 'Has every domain without a proof, or those that pass the filters, checked for its token in the background; the list shows the outcomes. What was checked within the last minute, or is covered by a domain above, is left out.',
  method: 'POST',
  path: '/api/domains/ownership',
  access: { scope: 'vulnscan' },
  allowance: 'none',
  idempotent: true,
  owns: { group, client },
  input: z.strictObject(missingFilters),
  output: replyOf(z.object({
    started: z.number().int().describe('Domains that are being checked'),
    since: z.string().describe('Those of which `checkedAt` is no earlier have been checked'),
  })),
  examples: [{ input: {}, says: 'All that are not proven' }],
  audit: ({ caller, output: { data: { started } } }) => ({ action: 'domains.ownership_checked', resource: { type: 'account', id: known(caller).account.id }, details: { started } }),
  run: async ({ caller, now }, { db, queue }, input) => {
    const accountId = known(caller).account.id;
    let started = 0;
    for (let last: string | null = ''; last !== null;) {
      const page: MissingPage = await missingAfter(db, accountId, filterOf(input), last, now);
      const wanted = page.missing.filter(({ stored }) => (stored?.checked_at ?? 0) < now - FRESH_MS);
      await queue.add(db, accountId, proofJobs(wanted.map(({ id }) => id)));
      started += wanted.length;
      ({ last } = page);
    }
    return { success: true as const, data: { started, since: isoOf(now - FRESH_MS)! } };
  },
});

export const manyOwnershipsOperations = [listOwnerships, checkOwnerships] as const;
