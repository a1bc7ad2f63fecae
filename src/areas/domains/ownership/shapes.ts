import { z } from 'zod';
import { isoOf } from '../inventory/index.ts';
import { challengeFor } from './store.ts';
import { GRACE_MS, ownershipStates, stateOf, type OwnershipRow } from './state.ts';

const Time = z.string();

/** Whether a domain is the account's, and how to show it. */
export const OwnershipRecord = z.object({
  state: z.enum(ownershipStates)
    .describe('`none`: nobody tried yet; `pending`: not shown so far; `proven`; `grace`: proven, but it cannot be shown any more; `lost`: the days of grace are over'),
  method: z.enum(['dns', 'file']).nullable().describe('How it was shown last; proof in the DNS holds for all names below the domain, a file for its own host'),
  coveredBy: z.string().nullable().describe('The domain of this account, this one or one above it, by which it counts as owned now; null where it does not'),
  token: z.string().describe('Of this account and this domain alone'),
  record: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() })
    .describe('To be published at every nameserver, alongside other records at the same name; may be an alias (CNAME)'),
  file: z.object({ url: z.string(), content: z.string() }).describe('To be served instead, over HTTPS with a valid certificate and without a redirect'),
  provenAt: Time.nullable(),
  checkedAt: Time.nullable().describe('When it was last checked; once proven, every day'),
  graceEndsAt: Time.nullable().describe('When it is lost unless it is shown again'),
  cause: z.string().nullable().describe('Why the last check failed'),
}).meta({ id: 'Ownership' });
export type OwnershipRecord = z.output<typeof OwnershipRecord>;

/** The same in a list, with the domain that it is about. */
export const ListedOwnership = z.object({ domainId: z.string(), domain: z.string(), unicodeName: z.string(), ...OwnershipRecord.shape }).meta({ id: 'ListedOwnership' });

/** How the ownership of `domain` stands at `now`. */
export function presentOwnership(row: OwnershipRow, domain: string, coveredBy: string | null, now: number): OwnershipRecord {
  const state = stateOf(row, now);
  return {
    state,
    method: row.method as OwnershipRecord['method'],
    coveredBy,
    ...challengeFor(domain, row.token),
    provenAt: isoOf(row.proven_at),
    checkedAt: isoOf(row.checked_at),
    graceEndsAt: row.failing_since === null ? null : isoOf(row.failing_since + GRACE_MS),
    cause: row.cause,
  };
}
