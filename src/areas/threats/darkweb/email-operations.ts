import { z } from 'zod';
import { known, type Caller } from '../../../core/access.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { operationIn, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor } from '../../../core/page.ts';
import { Problem } from '../../../core/problem.ts';
import { domain } from '../../domains/inventory/index.ts';
import { requireOwnership } from '../../domains/ownership/index.ts';
import { localPartOf } from './connectors/connector.ts';
import type { DarkwebServices } from './services.ts';
import { Email, EmailsInput, EmailsReply, presentEmail } from './shapes.ts';
import { answersFor } from './status.ts';
import { appearancesOf, countAddresses, findAddress, listAddresses, muteAddress } from './store/address-list.ts';
import { hashingOf, type AddressRow } from './store/addresses.ts';
import { answersOf } from './store/answers.ts';
import { usableSources } from './store/sources.ts';

const LIST = 'darkweb.emails';
const EXAMPLE = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';
const MAX_DAYS = 400;
const DAY_MS = 86_400_000;

const address: Resource<DarkwebServices, AddressRow> = { type: 'dark web address', load: ({ db }, accountId, id) => findAddress(db, accountId, id) };

const emails = operationIn<DarkwebServices>()({
  id: 'darkweb.emails',
  summary: 'List addresses that appear in leaks',
  description: 'Addresses of a proven domain that appear in breaches or on infected computers, those of infected computers first. Addresses are masked and sensitive breaches are left out; '
    + 'an owner who is signed in sees both with `reveal`, and the audit log says so. It is a POST because addresses must not stand in URLs and logs.',
  method: 'POST', path: '/api/darkweb/emails', access: { scope: 'scans' }, plan: 'pro', allowance: 'none', role: 'member',
  owns: { domainId: domain },
  input: EmailsInput,
  output: EmailsReply,
  examples: [{ input: { domainId: EXAMPLE }, says: 'All, masked' }],
  agent: { destructive: false },
  audit: { none: 'It changes nothing; what is revealed leaves an entry, which the handler writes.' },
  judge: (caller, { reveal }) => (reveal && !isOwner(caller) ? new Problem('forbidden', 'Whole addresses and sensitive breaches are shown only to an owner of the account who is signed in. Leave out `reveal` for masked ones.') : null),
  run: async (call, services, { domainId, emails: asked, reveal, limit, cursor }) => {
    const { caller, owned: { domainId: { name } }, now } = call, { db, sealer, darkweb } = services;
    const accountId = known(caller).account.id;
    await requireOwnership(db, accountId, domainId, now);
    const hashes = asked === undefined ? null : await hashesOf(services, accountId, name, asked);
    const rows = await listAddresses(db, domainId, hashes, decodeCursor(LIST, cursor), limit + 1);
    const shown = rows.slice(0, limit);
    const appeared = await appearancesOf(db, shown.map(({ id }) => id));
    if (reveal) call.note({ action: 'darkweb.revealed', resource: { type: 'domain', id: domainId }, details: { addresses: shown.length, sensitive: appeared.filter(({ sensitive }) => sensitive === 1).length } });
    const page = cutPage(LIST, rows, limit, ({ position: at, id }) => ({ at, id }), row => presentEmail(row, appeared, reveal ? sealer.open(row.sealed, row.id) : null));
    return {
      ...page, counts: await countAddresses(db, domainId), notFound: hashes && hashes.length - await countOf(services, domainId, hashes),
      sources: answersFor(await answersOf(db, [domainId]), new Set(await usableSources(db, darkweb.isConfigured))),
    };
  },
});

function isOwner(caller: Caller): boolean {
  return caller.kind === 'session' && caller.role === 'owner';
}

/** The hashes of addresses that were asked for; refuses those of other domains, without repeating them. */
async function hashesOf({ db }: Pick<DarkwebServices, 'db'>, accountId: string, domainName: string, asked: readonly string[]): Promise<string[]> {
  const hash = await hashingOf(db, accountId);
  const localParts = asked.map((email, at) => {
    const localPart = localPartOf(email, domainName);
    if (localPart === null) throw invalid([{ path: ['emails', at], message: `Give addresses of ${domainName} alone.` }]);
    return localPart;
  });
  return hash ? [...new Set(localParts.map(localPart => hash(`${localPart}@${domainName}`)))] : [];
}

async function countOf({ db }: Pick<DarkwebServices, 'db'>, domainId: string, hashes: readonly string[]): Promise<number> {
  return (await listAddresses(db, domainId, hashes, null, hashes.length)).length;
}

const mute = operationIn<DarkwebServices>()({
  id: 'darkweb.update_email',
  summary: 'Mark an address as that of somebody who has left',
  description: 'Marks the address in lists until `mutedUntil`; null removes the mark. It expires because addresses are reassigned.',
  method: 'PATCH', path: '/api/darkweb/emails/{id}', access: { scope: 'scans' }, plan: 'pro', allowance: 'none',
  owns: { id: address },
  input: z.strictObject({ id: z.string(), mutedUntil: z.iso.datetime({ offset: true }).nullable().describe(`At most ${MAX_DAYS} days ahead`) }),
  output: z.object({ success: z.literal(true), data: Email }),
  examples: [{ input: { id: 'dwa_01hzy3v4qk8m0p2r5s7t9w1x3z', mutedUntil: '2027-03-31T00:00:00Z' }, says: 'Until the end of March' }],
  audit: ({ input: { id, mutedUntil } }) => ({ action: 'darkweb.email_muted', resource: { type: 'dark web address', id }, details: { until: mutedUntil } }),
  run: async ({ owned: { id: row }, now }, { db }, { mutedUntil }) => {
    const until = mutedUntil === null ? null : Date.parse(mutedUntil);
    if (until !== null && (until <= now || until > now + MAX_DAYS * DAY_MS)) throw invalid([{ path: ['mutedUntil'], message: `Give a time that is ahead, by at most ${MAX_DAYS} days.` }]);
    return { success: true as const, data: presentEmail(await muteAddress(db, row.id, until), await appearancesOf(db, [row.id]), null) };
  },
});

export const emailOperations = [emails, mute] as const;
