import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { sha256Of } from '../../../../core/outside/blobs.ts';
import { parseDomain } from '../../../../core/domain-name.ts';
import { operationIn, type FileReply } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { Problem } from '../../../../core/problem.ts';
import { several } from '../../../../core/several.ts';
import type { Db } from '../../../../store/index.ts';
import { ownerAddress, textsOfAccount } from '../../../platform/account/index.ts';
import { invalidDomain } from '../../../domains/check/index.ts';
import { domain, DomainPath, domainsIn } from '../../../domains/inventory/index.ts';
import { accepted, RunReply, startRun } from '../../../platform/runs/index.ts';
import { LookalikeName, nameOf } from '../shapes.ts';
import { lookalikesTexts } from '../texts.ts';
import type { EvidenceServices } from './services.ts';
import { fingerprintOf, stepNames, SimilaritySeen, type Manifest } from './manifest.ts';
import { packageOf } from './package.ts';
import { evidence, evidenceBefore, lastEvidence, listEvidence, MAX_CHAIN, type EvidenceRow } from './store.ts';
import type { Reporter } from './x-arf.ts';
import { lookalikeCapture } from './run.ts';

const EXAMPLE = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';
const LIST = 'lookalikes.evidence';

const EvidenceRecord = z.object({
  id: z.string(),
  name: z.string().describe('The name that was captured, in A-labels'),
  sequence: z.number().int().describe('1 for the first capture of the name, and so on'),
  startedAt: z.string(),
  endedAt: z.string(),
  manifestSha256: z.string().describe('Stands in the next manifest of the same name as `previous`'),
  previous: z.string().nullable(),
  steps: z.array(z.object({ step: z.enum(stepNames), state: z.enum(['seen', 'absent', 'unknown']), cause: z.string().nullable() }))
    .describe('Outcome of each step; `unknown` gives the reason'),
  items: z.array(z.object({ name: z.string(), step: z.enum(stepNames), mediaType: z.string(), bytes: z.number().int(), sha256: z.string(), source: z.string(), at: z.string() })),
  similarity: SimilaritySeen.describe('How alike its page is to yours, each figure with the digests of both; null where one is not known'),
  links: z.object({ package: z.string().describe('ZIP with everything, for those who take such names down') }),
}).meta({ id: 'Evidence' });

const listEvidenceOf = operationIn<EvidenceServices>()({
  id: 'lookalikes.evidence',
  summary: 'List evidence of lookalikes',
  description: 'Evidence of names that may imitate the domain, newest first: each step with its outcome, each item with its SHA-256, and how similar the pages are. '
    + 'Each capture is signed with the key of this service and chained to the one before.',
  method: 'GET',
  path: '/api/domains/{id}/lookalike-evidence',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: domain },
  judge: (_, { name }) => name?.map(invalidDomain).find(problem => problem !== null) ?? null,
  input: z.strictObject({ ...DomainPath.shape, name: several(LookalikeName).optional().describe('Only evidence of these names'), ...pageInput }),
  output: pageOf(EvidenceRecord).extend({
    key: z.object({ publicKey: z.string().describe('Ed25519, base64 of SubjectPublicKeyInfo'), fingerprint: z.string().describe('For people to compare') }).describe('What this service signs with'),
  }),
  examples: [{ input: { id: EXAMPLE }, says: 'All of the domain' }, { input: { id: EXAMPLE, name: 'examp1e.org' }, says: 'That of one name' }],
  run: async ({ caller }, { db, evidenceKey }, { id, name, limit, cursor }) => {
    const position = decodeCursor(LIST, cursor);
    const rows = await listEvidence(db, known(caller).account.id, { domainId: id, names: name?.map(nameOf), position: position && [position.at, position.id], limit: limit + 1 });
    const { publicKey } = evidenceKey;
    return { ...cutPage(LIST, rows, limit, row => ({ at: row.captured_at, id: row.id }), present), key: { publicKey, fingerprint: fingerprintOf(publicKey) } };
  },
});

const capture = operationIn<EvidenceServices>()({
  id: 'lookalikes.capture',
  summary: 'Capture evidence of a lookalike',
  description: 'Starts a run that records what can be seen of a name now: DNS, registration, certificates, redirects, the page and a screenshot of it, and how similar it is to your own site. '
    + 'The name need not be on the list of lookalikes. Where such a run is queued or running, that one is returned and no allowance is used.',
  method: 'POST',
  path: '/api/domains/{id}/lookalike-evidence',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'manualScans',
  status: 202,
  idempotent: true,
  owns: { id: domain },
  judge: (_, { name }) => invalidDomain(name),
  input: z.strictObject({ ...DomainPath.shape, name: LookalikeName }),
  output: RunReply,
  examples: [{ input: { id: EXAMPLE, name: 'examp1e.org' }, says: 'By its name' }],
  audit: ({ input: { id, name }, output: { data } }) => ({ action: 'domain.lookalike_capture_started', resource: { type: 'domain', id }, details: { run: data.id, name: nameOf(name) } }),
  run: async (call, services, { id, name }) => {
    const { caller, owned, now, nothingChanged } = call, { db, refund } = services;
    const { account } = known(caller);
    const parsed = parseDomain(name);
    if (!parsed.ok) throw invalidDomain(name)!;
    await refuseOwn(db, account.id, parsed.domain);
    const last = await lastEvidence(db, id, parsed.domain);
    if (last && last.seq >= MAX_CHAIN) throw new Problem('limit_reached', `There are ${MAX_CHAIN} captures of this name already, which is as many as one chain has.`);
    const { run, started } = await startRun(db, services, {
      accountId: account.id, kind: lookalikeCapture, subject: { type: 'domain', id, label: owned.id.name }, input: { name: parsed.domain }, trigger: 'manual',
      allowance: { name: 'manualScans', spentAt: now }, dedupeKey: `${id} ${parsed.domain}`,
    });
    if (!started) {
      await refund(db, { accountId: account.id, allowance: 'manualScans', spentAt: now });
      nothingChanged();
    }
    return accepted(call, services, run);
  },
});

const downloadPackage = operationIn<EvidenceServices>()({
  id: 'lookalikes.evidence_file',
  summary: 'Download evidence as a package',
  description: 'A ZIP archive for those who take such names down: manifest and signature, every item, the manifests before it, a report for people as HTML and, where the service has a browser, as PDF, '
    + 'the addresses for abuse that the registries name, and a report in the form of X-ARF. "dss evidence verify" checks it without a network. Two are created at a time; further requests are asked to retry.',
  method: 'GET',
  path: '/api/domains/{id}/lookalike-evidence/{evidence}',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  kind: 'file',
  contentTypes: ['application/zip'],
  owns: { id: domain, evidence },
  input: z.strictObject({ ...DomainPath.shape, evidence: z.string().min(1).max(64).describe('Id of the evidence') }),
  output: z.custom<FileReply>(),
  examples: [{ input: { id: EXAMPLE, evidence: 'evd_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By its id' }],
  run: async ({ caller, owned, signal }, { db, blobs, print, packages, speak }, { id }) => {
    const row = owned.evidence;
    if (row.domain_id !== id) throw new Problem('not_found', 'There is no such evidence of this domain.');
    const { account } = known(caller);
    const reporter = await reporterOf(db, account, owned.id.name);
    const texts = await textsOfAccount({ db, speak }, lookalikesTexts, account.id);
    const key = JSON.stringify([row.id, reporter, texts.language.tag]);
    const bytes = await packages(key, async () => packageOf(row, await evidenceBefore(db, row), { blobs, print, reporter, texts, signal }));
    return { contentType: 'application/zip', fileName: `evidence-${row.name}-${row.seq}.zip`, body: ReadableStream.from([bytes]) };
  },
});

const shots = { candidate: 'web-screenshot.png', own: 'own-screenshot.png' } as const;

const showScreenshot = operationIn<EvidenceServices>()({
  id: 'lookalikes.evidence_screenshot',
  summary: 'Show a screenshot of evidence',
  description: 'The upper part of the page as a browser showed it when the evidence was taken, as PNG: that of the lookalike, or your own, which it was compared with.',
  method: 'GET',
  path: '/api/domains/{id}/lookalike-evidence/{evidence}/screenshot',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  kind: 'file',
  contentTypes: ['image/png'],
  owns: { id: domain, evidence },
  input: z.strictObject({ ...DomainPath.shape, evidence: z.string().min(1).max(64).describe('Id of the evidence'), of: z.enum(['candidate', 'own']).default('candidate').describe('Of the lookalike, or of your own website') }),
  output: z.custom<FileReply>(),
  examples: [{ input: { id: EXAMPLE, evidence: 'evd_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'Of the lookalike' }],
  run: async ({ owned }, { blobs }, { id, of }) => {
    const row = owned.evidence;
    const item = (JSON.parse(row.manifest) as Manifest).items.find(({ name }) => name === shots[of]);
    const bytes = row.domain_id === id && item ? await blobs.get(item.sha256) : null;
    if (bytes === null) throw new Problem('not_found', 'This evidence of the domain has no such screenshot.');
    return { contentType: 'image/png', fileName: null, body: ReadableStream.from([bytes]) };
  },
});

/** A domain of the account, or a name below one, is nobody's lookalike. */
async function refuseOwn(db: Db, accountId: string, name: string): Promise<void> {
  const labels = name.split('.');
  const above = labels.map((_, at) => labels.slice(at).join('.'));
  const own = await domainsIn(db, accountId).where('domain.name', 'in', above).executeTakeFirst();
  if (own) throw new Problem('invalid_request', `${own.name} is a domain of your account. Give the name of a lookalike.`, { errors: [{ path: 'name', message: 'It is your own.' }] });
}

/** The account, and its owner for those who want to ask back. */
async function reporterOf(db: Db, { id, name }: { id: string; name: string }, domain: string): Promise<Reporter> {
  return { organization: name === '' ? domain : name, email: await ownerAddress(db, id) ?? `abuse@${domain}` };
}

function present({ id, domain_id: domainId, manifest: text }: EvidenceRow): z.output<typeof EvidenceRecord> {
  const { candidate, sequence, startedAt, endedAt, previous, looks, items, similarity } = JSON.parse(text) as Manifest;
  return {
    id, name: candidate, sequence, startedAt, endedAt, manifestSha256: sha256Of(text), previous, similarity,
    steps: looks.map(({ look, ...outcome }) => ({ step: look, ...outcome })), items: items.map(({ look, ...item }) => ({ step: look, ...item })),
    links: { package: `/api/domains/${domainId}/lookalike-evidence/${id}` },
  };
}

export const evidenceOperations = [listEvidenceOf, capture, downloadPackage, showScreenshot] as const;
