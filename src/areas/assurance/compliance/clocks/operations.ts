import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { oneLine } from '../../../../core/inputs.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn, type Resource } from '../../../../core/operation.ts';
import { Problem } from '../../../../core/problem.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import { byOf, type ComplianceServices } from '../services.ts';
import { ClockRecord, ClockStarts, ClockUnit, limitOf, mostOf, presentClock, standardClocks } from './shapes.ts';
import { clocksOf, findClock, insertClock, removeClock, type ClockRow } from './store.ts';

const MOST_CLOCKS = 20;
/** With removed ones that incidents still name. */
const MOST_KEPT = 200;
const access = { access: { scope: 'compliance' }, plan: 'pro', allowance: 'none' } as const;
const clock: Resource<ComplianceServices, ClockRow> = { type: 'compliance clock', load: ({ db }, accountId, id) => findClock(db, accountId, id), remedy: 'GET /api/compliance/clocks lists the clocks; those of the catalogue stay.' };
const Reply = z.object({ success: z.literal(true), data: ClockRecord });

const list = operationIn<ComplianceServices>()({
  id: 'compliance.clocks.list',
  summary: 'List the clocks of incidents',
  description: 'Every time limit that incidents are judged by: public law as the service knows it, then what the account added, each with its source and the day as of which it was read. Not legal advice.',
  method: 'GET',
  path: '/api/compliance/clocks',
  ...access,
  input: z.strictObject({}),
  output: z.object({ success: z.literal(true), data: z.array(ClockRecord) }),
  examples: [{ input: {}, says: 'All of them' }],
  run: async ({ caller }, { db }) => {
    const own = (await clocksOf(db, known(caller).account.id)).filter(({ ended_at: endedAt }) => endedAt === null);
    return { success: true as const, data: [...standardClocks, ...own.map(presentClock)] };
  },
});

const add = operationIn<ComplianceServices>()({
  id: 'compliance.clocks.add',
  summary: 'Add a clock of your own',
  description: `Adds a time limit that incidents bring, such as one of a contract or a state law. It stands with the duties of every incident that is not over, and people are reminded of it. It cannot be changed, only removed; up to ${MOST_CLOCKS}.`,
  method: 'POST',
  path: '/api/compliance/clocks',
  ...access,
  status: 201,
  location: '/api/compliance/clocks',
  idempotent: true,
  input: z.strictObject({
    title: oneLine(200).describe('What has to be done'),
    source: oneLine(300).describe('The law, contract or rule that it comes from, with its section'),
    asOf: z.iso.date().optional().describe('The day as of which it was read from its source; today unless given'),
    applies: z.enum(['always', 'unclear']).default('unclear').describe('`always`: to every incident; `unclear`: people decide for each'),
    appliesWhen: oneLine(300).describe('When it applies, in words'),
    start: ClockStarts.default('discovery'),
    within: z.int().min(0).max(mostOf.hours).describe(`At most ${mostOf.hours} hours, ${mostOf.days} days or ${mostOf.businessDays} business days`),
    unit: ClockUnit,
    note: oneLine(1000).optional(),
  }),
  output: Reply,
  examples: [
    { input: { title: 'Notify Example Hospital', source: 'Business associate agreement of 2025, section 4.2', appliesWhen: 'their patients are concerned', within: 5, unit: 'businessDays' }, says: 'One of a contract' },
    { input: { title: 'Tell the insurer', source: 'Policy 77-1, part 6', appliesWhen: 'every incident', applies: 'always', within: 48, unit: 'hours' }, says: 'One for every incident' },
  ],
  audit: ({ output: { data } }) => ({ action: 'compliance.clock_added', resource: { type: 'compliance_clock', id: data.id }, details: { title: data.title, within: data.within, unit: data.unit } }),
  run: async ({ caller, now }, services, { title, source, asOf, applies, appliesWhen, start, within, unit, note = null }) => {
    const { db, newId } = services;
    const accountId = known(caller).account.id;
    if (within > mostOf[unit]) throw invalid([{ path: ['within'], message: `Give at most ${mostOf[unit]} here.` }]);
    const today = new Date(now).toISOString().slice(0, 10);
    if (asOf !== undefined && asOf > today) throw invalid([{ path: ['asOf'], message: 'The day is in the future. Give the day as of which it was read.' }]);
    await lockAccount(db, accountId);
    const clocks = await clocksOf(db, accountId);
    if (clocks.length >= MOST_KEPT || clocks.filter(({ ended_at: endedAt }) => endedAt === null).length >= MOST_CLOCKS) throw new Problem('limit_reached', `The account has ${MOST_CLOCKS} clocks of its own, or ${MOST_KEPT} with removed ones that incidents name, which is the limit. Remove one first.`, { limit: MOST_CLOCKS });
    const row: ClockRow = {
      id: newId('ccl'), account_id: accountId, title, source, as_of: asOf ?? today, applies, applies_when: appliesWhen, start, due_in: limitOf(within, unit), note,
      added_at: now, added_by: JSON.stringify(byOf(caller)), ended_at: null,
    };
    await insertClock(db, row);
    return { success: true as const, data: presentClock(row) };
  },
});

const remove = operationIn<ComplianceServices>()({
  id: 'compliance.clocks.remove',
  summary: 'Remove a clock of your own',
  description: 'Removes a clock that the account added. Incidents of which somebody said that the duty was done, or does not apply, keep it.',
  method: 'DELETE',
  path: '/api/compliance/clocks/{id}',
  ...access,
  owns: { id: clock },
  input: z.strictObject({ id: z.string() }),
  output: Reply,
  examples: [{ input: { id: 'ccl_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By its id' }],
  audit: ({ input: { id } }) => ({ action: 'compliance.clock_removed', resource: { type: 'compliance_clock', id } }),
  run: async ({ owned, now }, { db }) => {
    await lockAccount(db, owned.id.account_id);
    await removeClock(db, owned.id, now);
    return { success: true as const, data: presentClock(owned.id) };
  },
});

export const clockOperations = [list, add, remove] as const;
