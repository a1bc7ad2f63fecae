import { z } from 'zod';
import { known, type KnownCaller } from '../../../../core/access.ts';
import { LAST_VERSION, plainText } from '../../../../core/inputs.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn, type FileReply } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Db } from '../../../../store/index.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import { accountName } from '../people.ts';
import { PaperFormat, paperReply, paperTypes } from '../paper/reply.ts';
import { byOf, type ComplianceServices } from '../services.ts';
import { watchReminders } from '../tasks/store.ts';
import { draftsOf } from './drafts.ts';
import { planFacts } from './facts.ts';
import { planPaper } from './paper.ts';
import { Entries, PlanDetails, PlanVersion, presentPlanDetails, presentVersion } from './shapes.ts';
import { entriesIn, findPlan, insertPlan, versionsOf, type PlanRow } from './store.ts';

const LIST = 'compliance.wisp';
const access = { access: { scope: 'compliance' }, plan: 'pro', allowance: 'none' } as const;
const Reply = z.object({ success: z.literal(true), data: PlanDetails });
const Version = z.coerce.number().int().min(1).max(LAST_VERSION).optional().describe('An earlier version; the newest unless given');
const note = plainText(4000).optional().describe('Why it was changed; it stays with the version');

const show = operationIn<ComplianceServices>()({
  id: 'compliance.wisp.get',
  summary: 'Show the written information security plan',
  description: 'The plan by sections: what people wrote, and for the newest version a draft of each entry that the account knows something of.',
  method: 'GET',
  path: '/api/compliance/wisp',
  ...access,
  maybeNotFound: true,
  input: z.strictObject({ version: Version }),
  output: Reply,
  examples: [{ input: {}, says: 'The newest version' }, { input: { version: 1 }, says: 'The first version' }],
  run: async ({ caller, now }, { db }, { version }) => ({ success: true as const, data: await detailsOf(db, known(caller), await planOr404(db, known(caller), version), now, version !== undefined) }),
});

const update = operationIn<ComplianceServices>()({
  id: 'compliance.wisp.update',
  summary: 'Write the written information security plan',
  description: 'Writes the entries that are given as a new version; earlier versions are kept. Give the version that was read: if somebody else has written since, nothing is changed and the reply shows the plan as it is. `reviewedOn` records a review, which is due every year.',
  method: 'PUT',
  path: '/api/compliance/wisp',
  ...access,
  idempotent: true,
  input: z.strictObject({
    version: z.int().min(0).max(LAST_VERSION).describe('The version that was read; 0 before the first'), entries: Entries.default({}).describe('Texts by `section.field`; null removes one'),
    reviewedOn: z.iso.date().optional().describe('The day of a review of the whole plan'), note,
  }),
  output: Reply,
  examples: [
    { input: { version: 0, entries: { 'responsible.qualifiedIndividual': 'Ada Lovelace', 'network.firewall': 'A firewall of the provider; only ports 80 and 443 are open' } }, says: 'Two entries' },
    { input: { version: 0, reviewedOn: '2026-01-05', note: 'Yearly review with counsel' }, says: 'It was reviewed' },
  ],
  audit: ({ input: { entries, reviewedOn }, output: { data } }) => ({ action: 'compliance.wisp_changed', resource: { type: 'compliance_wisp', id: 'wisp' }, details: { version: data.version, entries: Object.keys(entries ?? {}).length, reviewedOn: reviewedOn ?? null } }),
  run: async ({ caller, now }, { db }, { version, entries, reviewedOn, note: why }) => {
    const who = known(caller);
    await lockAccount(db, who.account.id);
    const row = await findPlan(db, who.account.id);
    if ((row?.version ?? 0) !== version) throw new Problem('version_conflict', `The plan has the version ${row?.version ?? 0} now. Read it, then change it again with that version.`, { current: await detailsOf(db, who, row, now) });
    if (reviewedOn !== undefined && Date.parse(reviewedOn) > now) throw invalid([{ path: ['reviewedOn'], message: 'The day of the review is in the future. Give the day on which it took place.' }]);
    const next: PlanRow = { account_id: who.account.id, version: version + 1, entries: JSON.stringify(merged(row, entries)), reviewed_on: reviewedOn ?? row?.reviewed_on ?? null, note: why || null, at: now, by: JSON.stringify(byOf(caller)) };
    await insertPlan(db, next);
    await watchReminders(db, who.account.id, now);
    return { success: true as const, data: await detailsOf(db, who, next, now) };
  },
});

const listVersions = operationIn<ComplianceServices>()({
  id: 'compliance.wisp.versions',
  summary: 'List the versions of the written information security plan',
  description: 'Every version of the plan that is kept, newest first, with who wrote it and why.',
  method: 'GET',
  path: '/api/compliance/wisp/versions',
  ...access,
  input: z.strictObject({ ...pageInput }),
  output: pageOf(PlanVersion),
  examples: [{ input: {}, says: 'All of them' }],
  run: async ({ caller }, { db }, { limit, cursor }) => {
    const rows = await versionsOf(db, known(caller).account.id, decodeCursor(LIST, cursor)?.at ?? null, limit + 1);
    return cutPage(LIST, rows, limit, ({ version: at }) => ({ at, id: 'wsp_0' }), presentVersion);
  },
});

const exportPlan = operationIn<ComplianceServices>()({
  id: 'compliance.wisp.export',
  summary: 'Export the written information security plan',
  description: 'The plan as a document for people. Drafts and what nobody wrote yet are marked.',
  method: 'GET',
  path: '/api/compliance/wisp/export',
  ...access,
  kind: 'file',
  contentTypes: paperTypes,
  maybeNotFound: true,
  input: z.strictObject({ format: PaperFormat, version: Version }),
  output: z.custom<FileReply>(),
  examples: [{ input: {}, says: 'As PDF' }, { input: { format: 'docx' }, says: 'As a Word document' }],
  run: async ({ caller, now, signal }, { db, print }, { format, version }) => {
    const who = known(caller);
    const plan = await detailsOf(db, who, await planOr404(db, who, version), now, version !== undefined);
    return paperReply(planPaper(await accountName(db, who.account.id), plan, now), format, `wisp-${plan.version}`, { print, signal });
  },
});

async function planOr404(db: Db, { account }: KnownCaller, version: number | undefined): Promise<PlanRow | null> {
  const row = await findPlan(db, account.id, version);
  if (row === null && version !== undefined) throw new Problem('not_found', 'There is no such version of the plan.');
  return row;
}

/** What somebody wrote earlier needs no drafts. */
async function detailsOf(db: Db, caller: KnownCaller, row: PlanRow | null, now: number, isEarlier = false): Promise<PlanDetails> {
  return presentPlanDetails(row, isEarlier ? new Map() : draftsOf(await planFacts(db, caller, now)), now);
}

function merged(row: PlanRow | null, given: z.output<typeof Entries>): Record<string, string> {
  const entries = { ...entriesIn(row), ...given };
  return Object.fromEntries(Object.entries(entries).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

export const wispOperations = [show, update, listVersions, exportPlan] as const;
