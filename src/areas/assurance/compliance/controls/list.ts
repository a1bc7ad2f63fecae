import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { repeated, several } from '../../../../core/several.ts';
import { statuses } from '../assessment.ts';
import { FrameworkId } from '../frameworks/operations.ts';
import { chosenBy } from '../frameworks/store.ts';
import { incidentsPage } from '../incidents/page.ts';
import { IncidentRecord } from '../incidents/shapes.ts';
import type { ComplianceServices } from '../services.ts';
import { PlanRecord, presentPlan } from '../wisp/shapes.ts';
import { findPlan } from '../wisp/store.ts';
import { ControlRecord } from './shapes.ts';
import { recordsOf } from './records.ts';

const LIST = 'compliance.list';
const recordTypes = ['control', 'incident', 'wisp'] as const;

/** Which controls are wanted; what is left out does not matter. */
const filters = {
  framework: several(FrameworkId).optional().describe('Only controls of these frameworks'),
  status: several(z.enum(statuses)).optional(),
  family: repeated(z.string().max(100)).optional().describe('Only controls of these families, by their whole names'),
  owner: repeated(z.string().max(200)).optional().describe('Only controls that one of these persons answers for; `none` for those of nobody'),
  overdue: z.stringbool().optional().describe('Only open controls that were due before today'),
  attention: z.stringbool().optional().describe('Only controls that something seen lately contradicts'),
  search: z.string().max(100).optional().describe('Words in number or title'),
};
type ControlFilter = z.output<z.ZodObject<typeof filters>>;

interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** All records of one type, of which controls can be filtered. */
export const listRecords = operationIn<ComplianceServices>()({
  id: 'compliance.list',
  summary: 'List the controls',
  description: 'The controls of the frameworks that apply to the account, in catalogue order, each with its assessment; or with `type`, the incidents, or the written information security plan. Progress and score: GET /api/compliance/frameworks.',
  method: 'GET',
  path: '/api/compliance',
  access: { scope: 'compliance' },
  plan: 'pro',
  allowance: 'none',
  input: z.strictObject({ type: z.enum(recordTypes).default('control').describe('The filters are for controls'), ...filters, ...pageInput }),
  output: pageOf(z.discriminatedUnion('type', [ControlRecord, IncidentRecord, PlanRecord]).meta({ id: 'ComplianceRecord' })),
  examples: [
    { input: {}, says: 'All controls' }, { input: { framework: 'cmmc-l2', status: ['notMet', 'partial'] }, says: 'What is open in CMMC Level 2' },
    { input: { type: 'wisp' }, says: 'The written information security plan, without its text' },
  ],
  run: async ({ caller, now }, services, { type, limit, cursor, ...filter }) => {
    const accountId = known(caller).account.id;
    const given = Object.keys(filter).find(name => filter[name as keyof ControlFilter] !== undefined);
    if (type !== 'control' && given !== undefined) throw invalid([{ path: [given], message: 'This filter is for controls. Leave it out, or leave out `type`.' }]);
    if (type === 'incident') return incidentsPage(services.db, accountId, { limit, cursor }, now);
    if (type === 'wisp') return { success: true as const, data: [presentPlan(await findPlan(services.db, accountId), now)], nextCursor: null };
    return controlsPage(services, accountId, filter, { limit, cursor }, now);
  },
});

async function controlsPage(services: ComplianceServices, accountId: string, filter: ControlFilter, { limit, cursor }: PageQuery, now: number) {
  const chosen = (await chosenBy(services.db, accountId)).filter(({ framework: { id } }) => filter.framework === undefined || filter.framework.includes(id));
  const records = await recordsOf(services, accountId, chosen, now);
  const matching = records.filter(record => matches(record, filter)).map((record, at) => ({ record, at }));
  const after = decodeCursor(LIST, cursor)?.at ?? -1;
  return cutPage(LIST, matching.filter(({ at }) => at > after).slice(0, limit + 1), limit, ({ at }) => ({ at, id: 'ctl_0' }), ({ record }) => record);
}

function matches(record: ControlRecord, { status, family, owner, overdue, attention, search }: ControlFilter): boolean {
  const words = search?.toLowerCase().split(/\s+/) ?? [];
  return (status === undefined || status.includes(record.status))
    && (family === undefined || family.includes(record.family))
    && (owner === undefined || owner.includes(record.owner ?? 'none'))
    && (!overdue || record.overdue)
    && (!attention || record.attention)
    && words.every(word => `${record.control} ${record.title}`.toLowerCase().includes(word));
}
