import { z } from 'zod';
import { plainText } from '../../../core/inputs.ts';
import { operationIn, type Resource } from '../../../core/operation.ts';
import { findDomain } from '../../domains/inventory/index.ts';
import { alertOfExposure } from './alerts.ts';
import { byOf } from './by.ts';
import type { ExposureServices } from './services.ts';
import { ExposureFinding, presentFinding } from './shapes.ts';
import { findFinding, setException, type FindingRow } from './store/findings.ts';

const MAX_DAYS = 366;
const DAY_MS = 86_400_000;
const EXAMPLE = 'xpf_01hzy3v4qk8m0p2r5s7t9w1x3z';

/** A finding at a host of the account, by its id. */
const finding: Resource<ExposureServices, FindingRow> = { type: 'exposure finding', load: ({ db }, accountId, id) => findFinding(db, accountId, id), idOf: ({ id }) => id };

const FindingPath = z.strictObject({ id: z.string().regex(/^xpf_[\w-]{1,60}$/, 'Give the id of the finding as the scan shows it.').describe('Id of the finding at its place') });
const Reason = plainText(1000, 3);

const except = operationIn<ExposureServices>()({
  id: 'exposure.except',
  summary: 'Accept a finding at a host',
  description: 'Accepts an open finding until a given day, with a reason: its alert ends, and it is left out of all figures until then. Scans keep checking for it.',
  method: 'PUT',
  path: '/api/vuln-scan/findings/{id}/exception',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: finding },
  input: FindingPath.extend({
    reason: Reason.describe('For those who read it later'),
    until: z.iso.datetime({ offset: true }).describe(`When it ends, at most ${MAX_DAYS} days ahead`),
  }),
  output: z.object({ success: z.literal(true), data: ExposureFinding }),
  examples: [{ input: { id: EXAMPLE, reason: 'Reached by our partners; moved behind a VPN in March', until: '2027-03-31T00:00:00Z' }, says: 'Until the end of March' }],
  audit: ({ input: { id, until, reason }, output: { data } }) => ({ action: 'exposure.excepted', resource: { type: 'exposure finding', id }, details: { kind: data.kind, address: data.address, until, reason } }),
  run: async ({ owned: { id: row }, caller, now }, services, { reason, until }) => {
    const end = Math.min(Date.parse(until), now + MAX_DAYS * DAY_MS);
    return change(services, row, { exception: { reason, by: byOf(caller), at: now }, until: end }, now);
  },
});

const endException = operationIn<ExposureServices>()({
  id: 'exposure.end_exception',
  summary: 'End the exception of a finding',
  description: 'Ends the exception of a finding. If the finding is still open, its alert is back.',
  method: 'DELETE',
  path: '/api/vuln-scan/findings/{id}/exception',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: finding },
  input: FindingPath,
  output: z.object({ success: z.literal(true), data: ExposureFinding }),
  examples: [{ input: { id: EXAMPLE }, says: 'By the id of the finding' }],
  audit: ({ input: { id }, output: { data } }) => ({ action: 'exposure.exception_ended', resource: { type: 'exposure finding', id }, details: { kind: data.kind, address: data.address } }),
  run: ({ owned: { id: row }, now }, services) => change(services, row, null, now),
});

async function change(services: ExposureServices, row: FindingRow, to: Parameters<typeof setException>[2], now: number) {
  const { db } = services;
  const after = await setException(db, row.id, to);
  const domain = await findDomain(db, row.account_id, row.domain_id);
  if (domain) await alertOfExposure(db, services, { accountId: row.account_id, domain }, now);
  return { success: true as const, data: presentFinding(after, now) };
}

export const exceptionOperations = [except, endException] as const;
