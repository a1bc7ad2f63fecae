import { z } from 'zod';
import { certificateSources } from '../../../core/outside/name-stream.ts';
import { operationIn, type FileReply } from '../../../core/operation.ts';
import { pageInput, pageOf } from '../../../core/page.ts';
import type { Db } from '../../../store/index.ts';
import { RunReply } from '../../platform/runs/index.ts';
import type { DomainsServices } from '../inventory/index.ts';
import { csvLine } from '../../../core/csv.ts';
import { cursorInput, cutSorted, decodeSortCursor } from '../../../core/sorted-page.ts';
import { several } from '../../../core/several.ts';
import { isoOf } from '../inventory/index.ts';
import { domain } from '../inventory/index.ts';
import { askForScan } from '../inventory/index.ts';
import { DomainPath } from '../inventory/index.ts';
import { nameSources, type NameSource } from './names.ts';
import { subdomainDiscovery, type DiscoveryResult } from './run.ts';
import { namesAfter, type KnownNameRow, type NameFilter } from './store.ts';
import { tables } from './tables.ts';

const EXAMPLE = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';
const LIST = 'domains.subdomains';
const ROWS_A_PAGE = 500;

const filters = {
  search: z.string().max(100).regex(/^[A-Za-z0-9.-]+$/, 'Give a part of a name: letters, digits, dots and hyphens.').toLowerCase().optional()
    .describe('A part of the name'),
  source: several(z.enum(nameSources)).optional().describe('Only names that were seen in one of these places'),
};

const KnownName = z.object({
  name: z.string(),
  sources: z.array(z.enum(nameSources))
    .describe('`alias`: a target of an alias; `srv`: a service record; `web` and `mail`: hosts that web and mail records lead to; `zoneWalk`: the zone itself; `certificate`: certificates that its own servers show; `crtsh` and `certSpotter`: searches for all certificates that were issued'),
  addresses: z.array(z.string()).describe('IPv4, when it was looked up last'),
  target: z.string().nullable().describe('Where its alias leads'),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
}).meta({ id: 'Subdomain' });

const Discovery = z.object({
  run: z.string(),
  finishedAt: z.string(),
  wildcard: z.object({ addresses: z.array(z.string()), target: z.string().nullable() }).nullable()
    .describe('Where names lead that nobody made; those that lead there are not counted'),
  zoneWalk: z.object({ state: z.enum(['whole', 'part', 'impossible', 'notOwned']), names: z.number().int(), cause: z.string().nullable() }),
  certificates: z.array(z.object({ source: z.enum(certificateSources), state: z.enum(['whole', 'part', 'failed', 'notConfigured']), names: z.number().int(), cause: z.string().nullable() }))
    .describe('Outcome of each certificate search; `failed` and `part`: there may be names that are not known, and `cause` says why'),
  failed: z.number().int().describe('Failed lookups: what they would have shown is unknown'),
}).nullable().describe('The last search that came to its end; null where there was none in the last 90 days');

const listNames = operationIn<DomainsServices>()({
  id: 'domains.subdomains',
  summary: 'List the names below a domain',
  description: 'Host names below the domain that are known, in their order: from its own records and certificates, from a list of common names, '
    + 'and from the zone itself where it allows that and ownership is proven. Start a search for them to learn of more.',
  method: 'GET',
  path: '/api/domains/{id}/subdomains',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { id: domain },
  input: z.strictObject({ ...DomainPath.shape, ...filters, ...pageInput, cursor: cursorInput }),
  output: pageOf(KnownName).extend({ discovery: Discovery }),
  examples: [
    { input: { id: EXAMPLE }, says: 'All that are known' },
    { input: { id: EXAMPLE, search: 'mail', source: 'wordlist' }, says: 'Those with "mail" in them that the list of words has found' },
  ],
  run: async (_call, { db }, { id, limit, cursor, ...filter }) => {
    const position = decodeSortCursor(LIST, 'name', cursor);
    const rows = await namesAfter(db, id, filter, position === null ? '' : String(position.value), limit + 1);
    return { ...cutSorted(LIST, rows, limit, row => ({ value: row.name, id: '' }), present), discovery: await lastDiscovery(db, id) };
  },
});

const exportNames = operationIn<DomainsServices>()({
  id: 'domains.subdomains_export',
  summary: 'Export the names below a domain',
  description: 'All names that are known below the domain, or those that pass the filters, as CSV.',
  method: 'GET',
  path: '/api/domains/{id}/subdomains/export',
  access: { scope: 'domains' },
  allowance: 'none',
  kind: 'file',
  contentTypes: ['text/csv'],
  owns: { id: domain },
  input: z.strictObject({ ...DomainPath.shape, ...filters }),
  output: z.custom<FileReply>(),
  examples: [{ input: { id: EXAMPLE }, says: 'All that are known' }],
  run: ({ owned, signal }, { db }, { id, ...filter }) => Promise.resolve({
    contentType: 'text/csv; charset=utf-8', fileName: `${owned.id.name}-subdomains.csv`, body: write(db, id, filter, signal),
  }),
});

const discoverNames = operationIn<DomainsServices>()({
  id: 'domains.discover_subdomains',
  summary: 'Search for names below a domain',
  description: 'Starts a search in the records of the domain, by a list of common names (at most 500 questions), through its zone where that is signed with NSEC '
    + 'and ownership is proven, and in the certificates that crt.sh and Cert Spotter know where the operator has configured them. Where such a search is queued or running, that one is returned and no allowance is used.',
  method: 'POST',
  path: '/api/domains/{id}/subdomains/discover',
  access: { scope: 'domains' },
  allowance: 'manualScans',
  status: 202,
  idempotent: true,
  owns: { id: domain },
  input: DomainPath,
  output: RunReply,
  examples: [{ input: { id: EXAMPLE }, says: 'By the id of the domain' }],
  audit: ({ input: { id }, output: { data } }) => ({ action: 'domain.discovery_started', resource: { type: 'domain', id }, details: { run: data.id } }),
  run: (call, services) => askForScan(call, services, subdomainDiscovery),
});

function present({ name, sources, addresses, target, first_seen_at, last_seen_at }: KnownNameRow): z.output<typeof KnownName> {
  return {
    name, sources: JSON.parse(sources) as NameSource[], addresses: JSON.parse(addresses) as string[], target,
    firstSeenAt: isoOf(first_seen_at)!, lastSeenAt: isoOf(last_seen_at)!,
  };
}

async function lastDiscovery(db: Db, domainId: string): Promise<z.output<typeof Discovery>> {
  const run = await tables(db).selectFrom('run').select(['id', 'finished_at', 'result']).where('subject_id', '=', domainId).where('kind', '=', subdomainDiscovery.kind)
    .where('status', 'in', ['completed', 'partial']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  const result = run?.result ? JSON.parse(run.result) as DiscoveryResult | null : null;
  return run && result ? { run: run.id, finishedAt: isoOf(run.finished_at)!, wildcard: result.wildcard, zoneWalk: result.zoneWalk, certificates: result.certificates ?? [], failed: result.failed } : null;
}

async function* write(db: Db, domainId: string, filter: NameFilter, signal: AbortSignal): AsyncGenerator<string> {
  yield csvLine(['name', 'addresses', 'target', 'sources', 'firstSeenAt', 'lastSeenAt']);
  for (let last = ''; ;) {
    signal.throwIfAborted();
    const rows = await namesAfter(db, domainId, filter, last, ROWS_A_PAGE);
    if (rows.length === 0) return;
    yield rows.map(present).map(({ name, addresses, target, sources, firstSeenAt, lastSeenAt }) =>
      csvLine([name, addresses.join(';'), target, sources.join(';'), firstSeenAt, lastSeenAt])).join('');
    last = rows.at(-1)!.name;
  }
}

export const subdomainsOperations = [listNames, exportNames, discoverNames] as const;
