import { z } from 'zod';
import { known, planNames, type Account } from '../../../../core/access.ts';
import { oneLine } from '../../../../core/inputs.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn, type FileReply } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { Problem } from '../../../../core/problem.ts';
import { several } from '../../../../core/several.ts';
import { cheapestPlan, lockAccount } from '../../../platform/account/index.ts';
import { chosenControl, type ChosenControl } from '../controls/chosen.ts';
import { ControlId } from '../controls/control-id.ts';
import { byOf, type ComplianceServices } from '../services.ts';
import { fileTypeOf, fileTypes } from './file-type.ts';
import { keepFile, readFile } from './files.ts';
import { document } from './resource.ts';
import { DocumentRecord, presentDocument } from './shapes.ts';
import { controlsOfDocuments, insertDocument, newestDocuments, usedBy, withdrawDocument, type DocumentRow } from './store.ts';

const LIST = 'compliance.evidence';
const MIB = 1024 * 1024;
const MAX_FILE_BYTES = 20 * MIB;
const MAX_BODY_BYTES = Math.ceil(MAX_FILE_BYTES * 4 / 3) + 256 * 1024;
const MOST_DOCUMENTS = 20_000;
const MOST_CONTROLS = 100;
const EXAMPLE = { id: 'cev_01hzy3v4qk8m0p2r5s7t9w1x3z' };
const CONTROL = 'cmmc-l2:AC.L2-3.1.1';
const extensions = fileTypes.flatMap(type => type.extensions).join(', ');

const Reply = z.object({ success: z.literal(true), data: DocumentRecord });
const access = { access: { scope: 'compliance' }, plan: 'pro', allowance: 'none' } as const;

async function presented({ db }: Pick<ComplianceServices, 'db'>, row: DocumentRow, now: number): Promise<z.output<typeof Reply>> {
  return { success: true, data: presentDocument(row, (await controlsOfDocuments(db, [row.id]))(row.id), now) };
}

const list = operationIn<ComplianceServices>()({
  id: 'compliance.evidence.list',
  summary: 'List files and links that are evidence',
  description: 'Files and links that people gave as evidence for controls, newest first. What the service sees by itself stands with each control.',
  method: 'GET',
  path: '/api/compliance/evidence',
  ...access,
  owns: { control: chosenControl },
  input: z.strictObject({
    control: several(ControlId).optional().describe('Only evidence for these controls'),
    withdrawn: z.enum(['true', 'false']).optional().describe('Only evidence that was withdrawn, or that was not'),
    ...pageInput,
  }),
  output: pageOf(DocumentRecord),
  examples: [{ input: {}, says: 'All of it' }, { input: { control: CONTROL, withdrawn: 'false' }, says: 'What holds for one control' }],
  run: async ({ caller, now, owned }, { db }, { control, withdrawn, limit, cursor }) => {
    const of = control === undefined ? undefined : (owned.control as unknown as ChosenControl[]).map(({ key }) => key);
    const rows = await newestDocuments(db, known(caller).account.id, { control: of, withdrawn: withdrawn === undefined ? undefined : withdrawn === 'true' }, decodeCursor(LIST, cursor), limit + 1);
    const controls = await controlsOfDocuments(db, rows.map(({ id }) => id));
    return cutPage(LIST, rows, limit, row => ({ at: row.added_at, id: row.id }), row => presentDocument(row, controls(row.id), now));
  },
});

const show = operationIn<ComplianceServices>()({
  id: 'compliance.evidence.get',
  summary: 'Show a file or link that is evidence',
  description: 'One file or link with the hash of its bytes, who added it, and the controls that it is evidence for.',
  method: 'GET',
  path: '/api/compliance/evidence/{id}',
  ...access,
  owns: { id: document },
  input: z.strictObject({ id: z.string() }),
  output: Reply,
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  run: ({ owned, now }, services) => presented(services, owned.id, now),
});

const add = operationIn<ComplianceServices>()({
  id: 'compliance.evidence.add',
  summary: 'Add a file or link as evidence',
  description: 'Adds a file or a link as evidence for one or more controls, of whatever frameworks. It never changes a status. It cannot be changed afterwards, only withdrawn, and is kept for six years then.',
  method: 'POST',
  path: '/api/compliance/evidence',
  ...access,
  status: 201,
  idempotent: true,
  maxBodyBytes: MAX_BODY_BYTES,
  owns: { controls: chosenControl },
  input: z.strictObject({
    title: oneLine(300),
    note: oneLine(4000).optional().describe('What it shows'),
    controls: z.array(ControlId).min(1).max(MOST_CONTROLS).describe('Ids of the controls that it is evidence for'),
    validUntil: z.iso.date().optional().describe('The last day on which it counts, such as that of a yearly review'),
    url: z.url({ protocol: /^https?$/ }).max(2000).optional().describe('Of a link; give this or a file'),
    file: z.strictObject({ name: z.string().min(1).max(255), content: z.base64().max(MAX_BODY_BYTES).describe('The bytes in base64') }).optional().describe(`At most ${MAX_FILE_BYTES / MIB} MiB; ${extensions}`),
  }),
  output: Reply,
  examples: [
    { input: { title: 'Access control policy', controls: [CONTROL], url: 'https://intranet.example.org/policies/access', validUntil: '2027-03-31' }, says: 'A link' },
    { input: { title: 'Review of accounts', controls: [CONTROL], file: { name: 'review.txt', content: 'UmV2aWV3ZWQgb24gTWF5IDQ=' } }, says: 'A file' },
  ],
  // Kept before the transaction, which must not wait for the blobs.
  prepare: async ({ caller }, services, { file, url }) => {
    if ((file === undefined) === (url === undefined)) throw invalid([{ path: [file === undefined ? 'url' : 'file'], message: 'Give either a file or a link.' }]);
    const id = services.newId('cev');
    if (file === undefined) return { id, file: null };
    const bytes = Buffer.from(file.content, 'base64');
    const mediaType = fileTypeOf(file.name, bytes);
    if (bytes.length > MAX_FILE_BYTES) throw invalid([{ path: ['file', 'content'], message: `A file may have ${MAX_FILE_BYTES / MIB} MiB at most.` }]);
    if (mediaType === null) throw invalid([{ path: ['file'], message: `This is none of the types that are kept, or its content is of another type than its name says: ${extensions}.` }]);
    await requireQuota(services, known(caller).account, bytes.length);
    return { id, file: { name: nameOf(file.name), mediaType, size: bytes.length, ...await keepFile(services, id, bytes) } };
  },
  audit: ({ output: { data } }) => ({ action: 'compliance.evidence_added', resource: { type: 'compliance_evidence', id: data.id }, details: { controls: data.controls, sha256: data.file?.sha256 ?? null } }),
  run: async ({ caller, owned, prepared, now }, services, { title, note = null, validUntil = null, url = null }) => {
    const { account } = known(caller);
    await lockAccount(services.db, account.id);
    await requireQuota(services, account, prepared.file?.size ?? 0);
    const { file } = prepared;
    const row: DocumentRow = {
      id: prepared.id, account_id: account.id, kind: file ? 'file' : 'link', title, note, url, file_name: file?.name ?? null, media_type: file?.mediaType ?? null, size: file?.size ?? null, sha256: file?.sha256 ?? null, blob: file?.blob ?? null,
      valid_until: validUntil, added_at: now, added_by: JSON.stringify(byOf(caller)), withdrawn_at: null, withdrawn_by: null, withdrawn_reason: null,
    };
    await insertDocument(services.db, row, (owned.controls as unknown as ChosenControl[]).map(({ key }) => key));
    return presented(services, row, now);
  },
});

const download = operationIn<ComplianceServices>()({
  id: 'compliance.evidence.download',
  summary: 'Download a file that is evidence',
  description: 'The file as it was added, to be saved: never to be shown by the browser, whatever it is.',
  method: 'GET',
  path: '/api/compliance/evidence/{id}/file',
  ...access,
  kind: 'file',
  contentTypes: ['application/octet-stream'],
  owns: { id: document },
  input: z.strictObject({ id: z.string() }),
  output: z.custom<FileReply>(),
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  run: async ({ owned: { id: row } }, services) => {
    const bytes = row.blob === null ? null : await readFile(services, row.blob);
    if (bytes === null) throw new Problem('not_found', row.blob === null ? 'This evidence is a link and has no file.' : 'The bytes of the file are lost. Restore them from a backup.');
    return { contentType: 'application/octet-stream', fileName: row.file_name!, body: (async function* once() { yield bytes; })() };
  },
});

const withdraw = operationIn<ComplianceServices>()({
  id: 'compliance.evidence.withdraw',
  summary: 'Withdraw a file or link',
  description: 'Says that a file or link is evidence no more. It is kept for six years, with the reason.',
  method: 'POST',
  path: '/api/compliance/evidence/{id}/withdraw',
  ...access,
  idempotent: true,
  owns: { id: document },
  input: z.strictObject({ id: z.string(), reason: oneLine(2000) }),
  output: Reply,
  examples: [{ input: { ...EXAMPLE, reason: 'Superseded by the policy of May' }, says: 'With the reason' }],
  audit: ({ input: { id } }) => ({ action: 'compliance.evidence_withdrawn', resource: { type: 'compliance_evidence', id } }),
  run: async ({ caller, owned, now, nothingChanged }, services, { reason }) => {
    const row = await withdrawDocument(services.db, owned.id, { at: now, by: JSON.stringify(byOf(caller)), reason });
    if (row === null) nothingChanged();
    return presented(services, row ?? owned.id, now);
  },
});

/** Throws `Problem` unless the account may have one document more, with a file of `bytes`. */
async function requireQuota({ db, plans }: ComplianceServices, { id, plan }: Account, bytes: number): Promise<void> {
  const used = await usedBy(db, id);
  if (used.documents >= MOST_DOCUMENTS) throw new Problem('limit_reached', `The account has ${MOST_DOCUMENTS} files and links, which is the limit.`, { limit: MOST_DOCUMENTS });
  const { evidenceMiB } = plans[plan];
  if (bytes === 0 || used.bytes + bytes <= evidenceMiB * MIB) return;
  const larger = cheapestPlan(plans, terms => terms.evidenceMiB > evidenceMiB);
  if (larger === null) throw new Problem('limit_reached', `The account has ${evidenceMiB} MiB of evidence, which is the limit.`, { limit: evidenceMiB });
  throw new Problem('plan_upgrade_required', `The ${planNames[plan]} plan includes ${evidenceMiB} MiB of evidence. Upgrade to the ${planNames[larger]} plan for more.`, { required_plan: larger });
}

/** A name without folders and without characters that hide what it ends in. */
function nameOf(name: string): string {
  const bare = name.split(/[/\\]/).at(-1)!.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029"<>|:*?]/gu, '').trim().replace(/^\.+/, '');
  return bare.slice(-120) || 'file';
}

export const documentOperations = [list, show, add, download, withdraw] as const;
