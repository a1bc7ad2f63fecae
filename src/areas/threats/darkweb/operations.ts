import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { DomainReference } from '../../../core/domain-reference.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { operationIn } from '../../../core/operation.ts';
import { darkwebSources, type DarkwebSource } from '../../../core/outside/darkweb.ts';
import { cutPage, decodeCursor } from '../../../core/page.ts';
import { Problem } from '../../../core/problem.ts';
import { domain, domainsIn } from '../../domains/inventory/index.ts';
import { requireOwnership } from '../../domains/ownership/index.ts';
import { refundAllowance } from '../../platform/account/index.ts';
import { accepted, RunReply, startRun } from '../../platform/runs/index.ts';
import { darkwebScan } from './run.ts';
import type { DarkwebServices } from './services.ts';
import { DarkwebSourceState, StatusQuery, StatusReply } from './shapes.ts';
import { stateOfDomains, stateOfSources } from './status.ts';
import { acceptTerms, usableSources } from './store/sources.ts';
import { watchDarkweb } from './store/watch.ts';
import { sourceWords } from './words.ts';

const EXAMPLE = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';
const LIST = 'darkweb.status';

const status = operationIn<DarkwebServices>()({
  id: 'darkweb.status',
  summary: 'Show what is known of leaked credentials',
  description: 'Each domain with what sources of leaked credentials and ransomware claims have said of it, and each source with its state, coverage and terms. '
    + 'A source that is not configured, failed or was not asked says so: what was not asked is never reported as 0 found.',
  method: 'GET', path: '/api/darkweb/status', access: { scope: 'scans' }, plan: 'pro', allowance: 'none',
  owns: { domain },
  input: StatusQuery,
  output: StatusReply,
  examples: [{ input: {}, says: 'All domains' }],
  run: async ({ caller, now }, services, { domain: chosen, limit, cursor }) => {
    const { db, darkweb } = services;
    const accountId = known(caller).account.id;
    const from = decodeCursor(LIST, cursor);
    const rows = await domainsIn(db, accountId).$if(chosen !== undefined, query => query.where('domain.id', 'in', chosen!)).$if(from !== null, query => query.where('domain.id', '>', from!.id))
      .orderBy('domain.id').limit(limit + 1).execute();
    const page = cutPage(LIST, rows, limit, ({ id }) => ({ at: 0, id }), ({ id, name }) => ({ id, name }));
    const usable = new Set<string>(await usableSources(db, darkweb.isConfigured));
    return { success: true as const, data: { domains: await stateOfDomains(db, accountId, page.data, usable, now), sources: await stateOfSources(services, now) }, nextCursor: page.nextCursor };
  },
});

const scan = operationIn<DarkwebServices>()({
  id: 'darkweb.scan',
  summary: 'Search for leaked credentials of a domain',
  description: 'Starts a run that asks each configured source about the domain: breaches, infected computers, leaked records and claims of ransomware groups. Needs proof of ownership. '
    + 'A source that does not answer makes the run `partial`, and its result names it. It counts as one manual scan; if a scan of the domain is queued or running, that one is returned. '
    + 'From then on the domain is searched every week, on the Enterprise plan every day.',
  method: 'POST', path: '/api/darkweb/scan', access: { scope: 'scans' }, plan: 'pro', allowance: 'manualScans', status: 202, idempotent: true,
  owns: { domainId: domain },
  input: z.strictObject({
    domainId: DomainReference.describe('The domain, by name or id'),
    sources: z.array(z.enum(darkwebSources)).min(1).max(darkwebSources.length).optional().describe('Only these; left out, all that may be asked'),
  }),
  output: RunReply,
  examples: [{ input: { domainId: EXAMPLE }, says: 'All sources' }, { input: { domainId: EXAMPLE, sources: ['hudsonRock'] }, says: 'One source' }],
  audit: { none: 'The entry names the run and the sources, and is written by the handler.' },
  run: async (call, services, { domainId, sources }) => {
    const { caller, owned: { domainId: { name } }, now } = call, { db, counters, darkweb } = services;
    const { account } = known(caller);
    await requireOwnership(db, account.id, domainId, now);
    const usable = await usableSources(db, darkweb.isConfigured);
    const wanted = wantedOf(usable, sources);
    if (usable.length === 0) {
      throw new Problem('invalid_state', 'No source is configured. The operator has to accept the terms of at least one on the page "Dark web", and to set the keys of those that need one.', { current: await stateOfSources(services, now) });
    }
    const { run, started } = await startRun(db, services, {
      accountId: account.id, kind: darkwebScan, subject: { type: 'domain', id: domainId, label: name }, input: { sources: sources ?? null }, trigger: 'manual', allowance: { name: 'manualScans', spentAt: now }, dedupeKey: domainId,
    });
    if (started) {
      await watchDarkweb(db, { accountId: account.id, domain: { id: domainId, name }, plan: account.plan }, now);
      call.note({ action: 'domain.darkweb_scan_started', resource: { type: 'domain', id: domainId }, details: { run: run.id, sources: wanted } });
    } else await refundAllowance(counters, { accountId: account.id, allowance: 'manualScans', spentAt: now }, db);
    return accepted(call, services, run);
  },
});

/** The sources that a scan asks; refuses one that could not ask all that were named. */
function wantedOf(usable: readonly DarkwebSource[], named: readonly DarkwebSource[] | undefined): readonly DarkwebSource[] {
  const missing = (named ?? []).filter(source => !usable.includes(source));
  if (missing.length > 0) throw invalid([{ path: ['sources'], message: `Not configured here: ${missing.join(', ')}. The operator has to set its key and accept its terms.` }]);
  return named ?? usable;
}

const setTerms = operationIn<DarkwebServices>()({
  id: 'darkweb.set_terms',
  summary: 'Accept the terms of a source',
  description: 'For the operator: a source of leaked credentials is asked only after its terms were accepted. Taking that back stops all questions to it; what it has reported stays until its time is over.',
  method: 'PATCH', path: '/api/admin/darkweb-sources/{source}', access: 'session', operator: true, role: 'admin', allowance: 'none', maybeNotFound: true,
  input: z.strictObject({ source: z.enum(darkwebSources), accepted: z.boolean() }),
  output: z.object({ success: z.literal(true), data: DarkwebSourceState }),
  examples: [{ input: { source: 'hudsonRock', accepted: true }, says: 'Accept' }],
  audit: ({ input: { source, accepted: isAccepted } }) => ({ action: 'darkweb_source.terms_changed', resource: { type: 'dark web source', id: source }, details: { accepted: isAccepted, terms: sourceWords[source].terms.version } }),
  run: async ({ now }, services, { source, accepted: isAccepted }) => {
    await acceptTerms(services.db, source, isAccepted ? now : null);
    return { success: true as const, data: (await stateOfSources(services, now)).find(({ id }) => id === source)! };
  },
});

export const scanOperations = [status, scan, setTerms] as const;
