import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { DomainReference } from '../../../core/domain-reference.ts';
import { toUnicode } from '../../../core/domain-name.ts';
import { plainText } from '../../../core/inputs.ts';
import { operationIn, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../core/page.ts';
import { several } from '../../../core/several.ts';
import { invalidDomain } from '../../domains/check/index.ts';
import { domain } from '../../domains/inventory/index.ts';
import type { LookalikesServices } from './services.ts';
import { isoOf, LookalikeName, nameOf, type WatchlistRow } from './shapes.ts';
import { addToWatchlist, findOnWatchlist, listWatchlist, removeFromWatchlist } from './store/watchlist.ts';

const LIST = 'watchlist.list';
const EXAMPLE = { domain: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z', entry: 'wtc_01hzy3v4qk8m0p2r5s7t9w1x3z' };

/** A name on the watchlist of the account, by its id. */
const entry: Resource<LookalikesServices, WatchlistRow> = { type: 'watchlist entry', load: ({ db }, accountId, id) => findOnWatchlist(db, accountId, id) };

const Id = z.string().regex(/^[\w-]{1,64}$/, 'Give the id as the list shows it.');
const Note = plainText(500);

const WatchlistRecord = z.object({
  id: z.string(),
  domainId: z.string().describe('The domain that it may pass for'),
  name: z.string(),
  unicodeName: z.string(),
  note: z.string().nullable(),
  createdAt: z.string(),
}).meta({ id: 'WatchlistEntry' });

const listNames = operationIn<LookalikesServices>()({
  id: 'watchlist.list',
  summary: 'List the watchlist',
  description: 'Names that the account wants monitored for a domain although they are not generated from it, newest first. Their details are among the lookalikes of the domain.',
  method: 'GET',
  path: '/api/watchlist',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  owns: { domain },
  input: z.strictObject({ domain: several(DomainReference).optional().describe('Only names for these domains, by name or id'), ...pageInput }),
  output: pageOf(WatchlistRecord),
  examples: [{ input: {}, says: 'All names' }, { input: { domain: EXAMPLE.domain }, says: 'Those of one domain' }],
  run: async ({ caller }, { db }, { domain: domainIds, cursor, limit }) => {
    const rows = await listWatchlist(db, known(caller).account.id, domainIds, decodeCursor(LIST, cursor)?.id ?? null, limit + 1);
    return cutPage(LIST, rows, limit, ({ created_at, id }) => ({ at: created_at, id }), present);
  },
});

const addName = operationIn<LookalikesServices>()({
  id: 'watchlist.add',
  summary: 'Watch a name',
  description: 'Puts a name on the watchlist of a domain: it is checked within minutes and from then on like every other lookalike, whether it is registered or not. At most 500 for a domain.',
  method: 'POST',
  path: '/api/watchlist',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  status: 201,
  idempotent: true,
  owns: { domain },
  judge: (_, { name }) => invalidDomain(name),
  input: z.strictObject({ domain: DomainReference.describe('Name or id of the domain that the name may pass for'), name: LookalikeName, note: Note.optional() }),
  output: z.object({ success: z.literal(true), data: WatchlistRecord }),
  examples: [{ input: { domain: EXAMPLE.domain, name: 'example-careers.net', note: 'Named in an e-mail to an applicant' }, says: 'With a note' }],
  audit: ({ output: { data } }) => ({ action: 'watchlist.added', resource: { type: 'watchlist_name', id: data.id }, details: { domain: data.domainId, name: data.name } }),
  run: async (call, services, { name, note = null }) => {
    const { owned, now } = call, { db } = services;
    return { success: true as const, data: present(await addToWatchlist(db, services, owned.domain, { name: nameOf(name), note, now })) };
  },
});

const showName = operationIn<LookalikesServices>()({
  id: 'watchlist.get',
  summary: 'Show a name on the watchlist',
  description: 'One name on the watchlist, with the domain that it may pass for and its note.',
  method: 'GET',
  path: '/api/watchlist/{id}',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: entry },
  input: z.strictObject({ id: Id.describe('Id of the entry') }),
  output: z.object({ success: z.literal(true), data: WatchlistRecord }),
  examples: [{ input: { id: EXAMPLE.entry }, says: 'By its id, as the list shows it' }],
  run: ({ owned }) => Promise.resolve({ success: true as const, data: present(owned.id) }),
});

const removeName = operationIn<LookalikesServices>()({
  id: 'watchlist.remove',
  summary: 'Take a name off the watchlist',
  description: 'Ends the watch. What is known of the name stays among the lookalikes of the domain where it is registered or another source has named it.',
  method: 'DELETE',
  path: '/api/watchlist/{id}',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: entry },
  input: z.strictObject({ id: Id.describe('Id of the entry') }),
  output: z.object({ success: z.literal(true), data: WatchlistRecord }),
  examples: [{ input: { id: EXAMPLE.entry }, says: 'By its id, as the list shows it' }],
  audit: ({ output: { data } }) => ({ action: 'watchlist.removed', resource: { type: 'watchlist_name', id: data.id }, details: { domain: data.domainId, name: data.name } }),
  run: async ({ owned }, { db }) => {
    await removeFromWatchlist(db, owned.id);
    return { success: true as const, data: present(owned.id) };
  },
});

function present({ id, domain_id: domainId, name, note, created_at }: WatchlistRow): z.output<typeof WatchlistRecord> {
  return { id, domainId, name, unicodeName: toUnicode(name), note, createdAt: isoOf(created_at) };
}

export const watchlistOperations = [listNames, addName, showName, removeName] as const;
