import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { operationIn } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, encodeCursor, pageInput, pageOf, type Cursor } from '../../../../core/page.ts';
import { periodInput, periodOf } from '../../../../core/period.ts';
import { Problem } from '../../../../core/problem.ts';
import { proofsOf, type Proofs } from '../kinds/proofs.ts';
import { takeHostTurnWithin } from '../../../web/site-audit/index.ts';
import { tryCheck } from '../kinds/try.ts';
import { requireOwnHost, SHORTEST_SECONDS } from '../kinds/targets-of-others.ts';
import { presentCheck } from '../present.ts';
import { bucketsOf, rawResults, showResult } from '../results/read.ts';
import type { ChecksServices } from '../services.ts';
import { FailureRecord, ResultRecord, TryRecord } from '../shapes.ts';
import { definitionOf, type CheckRow } from '../spec.ts';
import { failuresOf } from '../store.ts';
import { customCheck } from './checks.ts';

const ID = 'chk_01hzy3v4qk8m0p2r5s7t9w1x3z';
const RESULTS = 'custom_checks.results';
const DAY_MS = 86_400_000;
/** The longest span that one reply is made of, by resolution. */
const longest = { raw: DAY_MS, minute: DAY_MS, hour: 32 * DAY_MS, day: 800 * DAY_MS } as const;

const listResults = operationIn<ChecksServices>()({
  id: 'custom_checks.results',
  summary: 'List results of a custom check',
  description: 'The results of a check in chronological order: each one (`raw`), or aggregated by minute, hour or day with latency percentiles. Raw results are kept as long as the plan allows, hours and days for 800 days. '
    + 'A page covers one day of raw results or minutes at most, or 32 days of hours; continue with `nextCursor`.',
  method: 'GET',
  path: '/api/status/custom-checks/{id}/results',
  access: { scope: 'status' },
  allowance: 'none',
  owns: { id: customCheck },
  input: z.strictObject({ id: z.string(), ...periodInput, resolution: z.enum(['raw', 'minute', 'hour', 'day']).default('raw'), ...pageInput }),
  output: pageOf(ResultRecord),
  examples: [{ input: { id: ID }, says: 'Each result of the last day' }, { input: { id: ID, resolution: 'hour', from: '2026-11-01', to: '2026-11-24' }, says: 'By the hour' }],
  run: async ({ owned: { id: row }, now }, { db }, { id, resolution, limit, cursor, ...period }) => {
    const { from, before = now + 1 } = periodOf(period);
    const position = decodeCursor(RESULTS, cursor);
    const start = position?.at ?? from ?? before - longest[resolution];
    const span = { from: start, before: Math.min(before, start + longest[resolution]) };
    const rows = resolution === 'raw' ? (await rawResults(db, id, span)).map(showResult) : await bucketsOf(db, row, resolution, span);
    return pageWithin(rows, { limit, passed: passedBy(position), after: span.before < before ? span.before : null });
  },
});

/** How many results of the time of the cursor stood on the pages before: there can be several of one millisecond. */
function passedBy(position: Cursor | null): number {
  return position === null ? 0 : Number(position.id.slice('row_'.length));
}

/** A page of the results of a span, which goes on in the span, and then `after` it; null for the last span. Pure. */
function pageWithin(rows: readonly ResultRecord[], { limit, passed, after }: { limit: number; passed: number; after: number | null }) {
  const end = passed + limit, next = rows[end];
  const at = next ? timeOf(next) : after;
  const nextCursor = at === null ? null : encodeCursor(RESULTS, { at, id: `row_${rows.slice(0, end).filter(one => timeOf(one) === at).length}` });
  return { success: true as const, data: rows.slice(passed, end), nextCursor };
}

function timeOf(result: ResultRecord): number {
  return Date.parse(result.resolution === 'raw' ? result.at : result.from);
}

const listFailures = operationIn<ChecksServices>()({
  id: 'custom_checks.failures',
  summary: 'List failures of a custom check',
  description: 'What was observed when the check failed, newest first: the duration of each phase, the condition that did not hold, and the first 4 kB of the response without secrets. Kept for 30 days; for a long outage, the first failures and one an hour.',
  method: 'GET',
  path: '/api/status/custom-checks/{id}/failures',
  access: { scope: 'status' },
  allowance: 'none',
  owns: { id: customCheck },
  input: z.strictObject({ id: z.string(), ...pageInput }),
  output: pageOf(FailureRecord),
  examples: [{ input: { id: ID }, says: 'The newest' }],
  run: async ({ caller }, { db }, { id, limit, cursor }) => {
    const rows = await failuresOf(db, known(caller).account.id, id, decodeCursor('custom_checks.failures', cursor), limit + 1);
    return cutPage('custom_checks.failures', rows, limit, ({ at, id: last }) => ({ at, id: last }), row => ({ ...JSON.parse(row.seen) as z.output<typeof TryRecord>, id: row.id }));
  },
});

const test = operationIn<ChecksServices>()({
  id: 'custom_checks.test',
  summary: 'Test a custom check',
  description: 'Runs the check once, now, and shows what was observed: each phase, each condition, the beginning of the response. State and history do not change. A push check waits to be called, so it cannot be tested.',
  method: 'POST',
  path: '/api/status/custom-checks/{id}/test',
  access: { scope: 'status' },
  allowance: 'none',
  outside: true,
  owns: { id: customCheck },
  input: z.strictObject({ id: z.string() }),
  output: z.object({ success: z.literal(true), data: TryRecord }),
  examples: [{ input: { id: ID }, says: 'By its id' }],
  audit: { none: 'It changes nothing.' },
  run: async ({ caller, owned: { id: row }, signal }, services) => {
    if (row.kind === 'push') throw new Problem('invalid_state', 'A push check waits to be called, so it cannot be tested. Call its URL instead.', { current: presentCheck(row) });
    const definition = definitionOf(row, services);
    const [isMail, proofs] = [row.role === 'mail', proofsOf(services.db, known(caller).account.id, () => services.clock.now())];
    await requireOwnHost(proofs, { ...definition, isMail });
    await takeTestTurn(services, row, proofs);
    return { success: true as const, data: (await tryCheck(services, definition, { isMail, proofs }, signal)).seen };
  },
});

/** Hosts of others are asked as seldom by tests as by checks; a minute begins with each test. */
async function takeTestTurn({ db, clock }: ChecksServices, row: CheckRow, proofs: Proofs): Promise<void> {
  if (row.kind === 'dns' || await proofs.isOwn(row.host)) return;
  const { taken, waitMs } = await takeHostTurnWithin({ db, clock }, `test of ${row.id}`, { spacingMs: SHORTEST_SECONDS * 1000, patienceMs: 0 });
  if (taken) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw new Problem('invalid_state', `A host outside your proven domains is tested once in ${SHORTEST_SECONDS} s at most. Try again in ${seconds} s.`, { current: presentCheck(row) }, seconds);
}

export const resultOperations = [listResults, listFailures, test] as const;
