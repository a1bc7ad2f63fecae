import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { plainText } from '../../../../core/inputs.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn } from '../../../../core/operation.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import { By } from '../by.ts';
import { frameworkOf, frameworks } from '../catalogue/index.ts';
import { yearAfter } from '../clocks/days.ts';
import { byOf, type ComplianceServices } from '../services.ts';
import { watchReminders } from '../tasks/store.ts';
import { affirmationsOf, insertAffirmation, type AffirmationRow } from './store.ts';

const access = { access: { scope: 'compliance' }, plan: 'pro', allowance: 'none' } as const;
const Yearly = z.enum(frameworks.filter(({ yearly }) => yearly !== undefined).map(({ id }) => id) as [string, ...string[]]).describe('A framework with a yearly affirmation');

const AffirmationRecord = z.object({
  framework: Yearly, title: z.string(), citation: z.string(), affirmedOn: z.iso.date(), nextOn: z.iso.date().describe('A year later'), note: z.string().nullable(), at: z.iso.datetime(), by: By,
}).meta({ id: 'ComplianceAffirmation' });

const list = operationIn<ComplianceServices>()({
  id: 'compliance.affirmations.list',
  summary: 'List the yearly affirmations',
  description: 'When the yearly affirmations, attestations and reports that frameworks require were made, newest first, each with when the next is due.',
  method: 'GET',
  path: '/api/compliance/affirmations',
  ...access,
  input: z.strictObject({}),
  output: z.object({ success: z.literal(true), data: z.array(AffirmationRecord) }),
  examples: [{ input: {}, says: 'All of them' }],
  run: async ({ caller }, { db }) => ({ success: true as const, data: (await affirmationsOf(db, known(caller).account.id)).map(present) }),
});

const add = operationIn<ComplianceServices>()({
  id: 'compliance.affirmations.add',
  summary: 'Record a yearly affirmation',
  description: 'Records that the yearly affirmation, attestation or report of a framework was made, such as the affirmation of CMMC in SPRS (32 CFR 170.22). It is made with the authority, not here; people are reminded a year later.',
  method: 'POST',
  path: '/api/compliance/affirmations',
  ...access,
  idempotent: true,
  input: z.strictObject({ framework: Yearly, affirmedOn: z.iso.date(), note: plainText(2000).optional() }),
  output: z.object({ success: z.literal(true), data: AffirmationRecord }),
  examples: [{ input: { framework: 'cmmc-l2', affirmedOn: '2026-01-05', note: 'Affirmed in SPRS by the senior official' }, says: 'CMMC Level 2' }],
  audit: ({ input: { framework, affirmedOn } }) => ({ action: 'compliance.affirmed', resource: { type: 'compliance_framework', id: framework }, details: { affirmedOn } }),
  run: async ({ caller, now, nothingChanged }, { db }, { framework, affirmedOn, note }) => {
    const accountId = known(caller).account.id;
    if (Date.parse(affirmedOn) > now) throw invalid([{ path: ['affirmedOn'], message: 'The day is in the future. Give the day on which it was made.' }]);
    await lockAccount(db, accountId);
    const row: AffirmationRow = { account_id: accountId, framework, affirmed_on: affirmedOn, note: note || null, at: now, by: JSON.stringify(byOf(caller)) };
    if (!await insertAffirmation(db, row)) nothingChanged();
    await watchReminders(db, accountId, now);
    return { success: true as const, data: present((await affirmationsOf(db, accountId)).find(one => one.framework === framework && one.affirmed_on === affirmedOn)!) };
  },
});

function present({ framework, affirmed_on: affirmedOn, note, at, by }: AffirmationRow): z.output<typeof AffirmationRecord> {
  const { title, citation } = frameworkOf(framework)!.yearly!;
  return { framework, title, citation, affirmedOn, nextOn: yearAfter(affirmedOn), note, at: new Date(at).toISOString(), by: By.parse(JSON.parse(by)) };
}

export const affirmationOperations = [list, add] as const;
