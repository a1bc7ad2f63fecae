import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { operationIn } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf, type Cursor } from '../../../core/page.ts';
import { periodInput, periodOf } from '../../../core/period.ts';
import { several } from '../../../core/several.ts';
import type { Db } from '../../../store/index.ts';
import type { OverviewServices } from './operations.ts';
import { tables } from './tables.ts';

const DAY_MS = 86_400_000;
/** What ended longer ago is not shown unless it is asked for, and neither is what ends later. */
const [BEFORE_MS, AFTER_MS] = [90 * DAY_MS, 400 * DAY_MS];

const expiryKinds = ['registration', 'certificate', 'apiKey'] as const;
type ExpiryKind = (typeof expiryKinds)[number];
const Count = z.number().int();

const Expiry = z.object({
  kind: z.enum(expiryKinds),
  at: z.string(),
  daysLeft: z.number().int().describe('Negative once it has ended'),
  name: z.string().describe('The domain, or the name of the API key'),
  domainId: z.string().nullable(),
  keyId: z.string().nullable(),
}).meta({ id: 'Expiry' });

interface Filter {
  kinds: readonly ExpiryKind[];
  from: number;
  before: number;
}

interface ExpiryRow {
  id: string;
  kind: ExpiryKind;
  at: number;
  name: string;
  subject: string;
}

export const listExpiries = operationIn<OverviewServices>()({
  id: 'overview.expiries',
  summary: 'Show the expiry calendar',
  description: 'The calendar of renewals: expiry dates of registrations, website certificates and API keys. `days` counts the whole period, however many a page shows. '
    + 'Without `from` and `to` it begins 90 days ago and goes 400 days ahead. Keys are shown to signed-in people only.',
  method: 'GET',
  path: '/api/overview/expiries',
  access: { scope: 'domains' },
  allowance: 'none',
  input: z.strictObject({ kind: several(z.enum(expiryKinds)).optional().describe('Only these'), ...periodInput, ...pageInput }),
  output: pageOf(Expiry).extend({
    days: z.array(z.object({ day: z.string(), registrations: Count, certificates: Count, apiKeys: Count })).describe('Days on which something ends, in order'),
  }),
  examples: [{ input: {}, says: 'What ends next' }, { input: { kind: 'certificate', to: '2027-01-31' }, says: 'Certificates until a day' }],
  run: async ({ caller, now }, { db }, { kind = expiryKinds, limit, cursor, ...period }) => {
    const who = known(caller);
    const { from = now - BEFORE_MS, before = now + AFTER_MS } = periodOf(period);
    const filter = { from, before, kinds: kind.filter(one => one !== 'apiKey' || who.kind === 'session') };
    const rows = await expiriesOf(db, who.account.id, filter, decodeCursor('overview.expiries', cursor), limit + 1);
    const page = cutPage('overview.expiries', rows, limit, ({ at, id }) => ({ at, id }), row => present(row, now));
    return { ...page, days: await daysOf(db, who.account.id, filter) };
  },
});

function present({ kind, at, name, subject }: ExpiryRow, now: number): z.output<typeof Expiry> {
  return { kind, at: new Date(at).toISOString(), daysLeft: Math.floor((at - now) / DAY_MS), name, domainId: kind === 'apiKey' ? null : subject, keyId: kind === 'apiKey' ? subject : null };
}

/** All that ends in the period. A registration and a certificate of one domain have ids of their own, so that a page ends between them. */
function ends(db: Db, accountId: string, { kinds, from, before }: Filter) {
  const of = (kind: ExpiryKind, measure: string, id: RawBuilder<string>) => tables(db).selectFrom('domain_facet').innerJoin('domain', 'domain.id', 'domain_facet.domain_id')
    .select([id.as('id'), sql<ExpiryKind>`${sql.lit(kind)}`.as('kind'), 'domain_facet.value as at', 'domain.name as name', 'domain.id as subject'])
    .where('domain_facet.account_id', '=', accountId).where('domain_facet.measure', '=', measure).where('domain_facet.value', '>=', from).where('domain_facet.value', '<', before)
    .$if(!kinds.includes(kind), none => none.where(sql<boolean>`1 = 0`));
  const keys = tables(db).selectFrom('api_key')
    .select([sql<string>`api_key.id`.as('id'), sql<ExpiryKind>`${sql.lit('apiKey')}`.as('kind'), 'expires_at as at', sql<string>`coalesce(api_key.name, api_key.prefix)`.as('name'), 'id as subject'])
    .where('account_id', '=', accountId).where('revoked_at', 'is', null).where('expires_at', '>=', from).where('expires_at', '<', before)
    .$if(!kinds.includes('apiKey'), none => none.where(sql<boolean>`1 = 0`));
  return of('registration', 'expiresAt', sql<string>`domain_facet.domain_id`)
    .unionAll(of('certificate', 'certificateExpiresAt', sql<string>`'crt_' || substr(domain_facet.domain_id, 5)`)).unionAll(keys);
}

async function expiriesOf(db: Db, accountId: string, filter: Filter, after: Cursor | null, limit: number): Promise<ExpiryRow[]> {
  const rows = await tables(db).selectFrom(ends(db, accountId, filter).as('ending')).selectAll()
    .$if(after !== null, rest => rest.where(eb => eb.or([eb('at', '>', after!.at), eb.and([eb('at', '=', after!.at), eb('id', '>', after!.id)])])))
    .orderBy('at').orderBy('id').limit(limit).execute();
  return rows.map(row => ({ ...row, at: Number(row.at) }));
}

async function daysOf(db: Db, accountId: string, filter: Filter) {
  const day = sql<number | string>`floor(${sql.ref('at')} / ${sql.lit(DAY_MS)})`;
  const rows = await tables(db).selectFrom(ends(db, accountId, filter).as('ending')).select(({ fn }) => [day.as('day'), 'kind', fn.countAll<number | string>().as('count')]).groupBy([day, 'kind']).orderBy('day').execute();
  return [...Map.groupBy(rows, row => Number(row.day))].map(([at, own]) => {
    const count = (kind: ExpiryKind) => Number(own.find(row => row.kind === kind)?.count ?? 0);
    return { day: new Date(at * DAY_MS).toISOString().slice(0, 10), registrations: count('registration'), certificates: count('certificate'), apiKeys: count('apiKey') };
  });
}
