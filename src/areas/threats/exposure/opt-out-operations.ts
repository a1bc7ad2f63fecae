import { z } from 'zod';
import { parseDomain } from '../../../core/domain-name.ts';
import { oneLine } from '../../../core/inputs.ts';
import { formatIp, parseCidr } from '../../../core/ip.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { operationIn } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../core/page.ts';
import { Problem } from '../../../core/problem.ts';
import { isoOf } from '../../domains/inventory/index.ts';
import type { ExposureServices } from './services.ts';
import { addOptOut, countOptOuts, listOptOuts, MAX_OPT_OUTS, removeOptOut, type OptOutRow } from './store/opt-outs.ts';

const OptOut = z.object({ id: z.string(), target: z.string(), note: z.string().nullable(), createdAt: z.iso.datetime() }).meta({ id: 'ScanOptOut' });

const LIST = 'exposure.opt_outs';

const list = operationIn<ExposureServices>()({
  id: 'exposure.opt_outs',
  summary: 'List what is excluded from scans',
  description: 'For the operator: addresses and domains that no account can scan, even with proof of ownership. The list is read before each stage of each scan.',
  method: 'GET',
  path: '/api/admin/scan-opt-outs',
  access: 'session',
  operator: true,
  role: 'admin',
  allowance: 'none',
  input: z.strictObject(pageInput),
  output: pageOf(OptOut),
  examples: [{ input: {}, says: 'All' }],
  run: async (_call, { db }, { limit, cursor }) => {
    const rows = await listOptOuts(db, decodeCursor(LIST, cursor)?.id ?? null, limit + 1);
    return cutPage(LIST, rows, limit, ({ created_at: at, id }) => ({ at, id }), present);
  },
});

const add = operationIn<ExposureServices>()({
  id: 'exposure.add_opt_out',
  summary: 'Exclude an address or domain from scans',
  description: 'For the operator: from now on no scan sends a packet to these addresses, or to the hosts of this domain and its subdomains. Running scans skip them from their next stage on.',
  method: 'POST',
  path: '/api/admin/scan-opt-outs',
  access: 'session',
  operator: true,
  role: 'admin',
  allowance: 'none',
  status: 201,
  input: z.strictObject({
    target: z.string().trim().toLowerCase().min(1).max(253).describe('An address, a range such as 192.0.2.0/24, or a domain'),
    note: oneLine(500, 0).optional().describe('Who asked for it'),
  }),
  location: '/api/admin/scan-opt-outs',
  output: z.object({ success: z.literal(true), data: OptOut }),
  examples: [{ input: { target: '192.0.2.0/24', note: 'Asked by their abuse desk' }, says: 'A network' }],
  audit: ({ output: { data } }) => ({ action: 'scan_opt_out.added', resource: { type: 'scan opt-out', id: data.id }, details: { target: data.target } }),
  run: async ({ now }, { db, newId }, { target, note = null }) => {
    if (await countOptOuts(db) >= MAX_OPT_OUTS) throw new Problem('limit_reached', `The list has ${MAX_OPT_OUTS} entries, which is the limit. Merge adjacent ranges.`);
    const row = { id: newId('soo'), target: targetOf(target), note, created_at: now };
    const id = await addOptOut(db, row);
    if (id !== row.id) throw new Problem('already_exists', `${row.target} is on the list already.`, { id });
    return { success: true as const, data: present(row) };
  },
});

const remove = operationIn<ExposureServices>()({
  id: 'exposure.remove_opt_out',
  summary: 'Remove an exclusion from scans',
  description: 'For the operator: removes an entry from the list, so that the target can be scanned again.',
  method: 'DELETE',
  path: '/api/admin/scan-opt-outs/{id}',
  access: 'session',
  operator: true,
  role: 'admin',
  allowance: 'none',
  maybeNotFound: true,
  input: z.strictObject({ id: z.string().regex(/^soo_[\w-]{1,60}$/, 'Give the id as the list shows it.') }),
  output: z.object({ success: z.literal(true) }),
  examples: [{ input: { id: 'soo_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By its id' }],
  audit: ({ input: { id } }) => ({ action: 'scan_opt_out.removed', resource: { type: 'scan opt-out', id } }),
  run: async (_call, { db }, { id }) => {
    if (!await removeOptOut(db, id)) throw new Problem('not_found', 'There is no such entry. List the exclusions to find its id.');
    return { success: true as const };
  },
});

/** The range or the domain in its one plain form. */
function targetOf(text: string): string {
  const cidr = parseCidr(text);
  if (cidr) return `${formatIp(cidr.bytes)}/${cidr.prefixLength}`;
  const parsed = parseDomain(text);
  if ('domain' in parsed) return parsed.domain;
  throw invalid([{ path: ['target'], message: 'Give an address, a range such as 192.0.2.0/24, or a domain.', code: 'custom' }]);
}

function present({ id, target, note, created_at }: OptOutRow): z.output<typeof OptOut> {
  return { id, target, note, createdAt: isoOf(created_at)! };
}

export const optOutOperations = [list, add, remove] as const;
