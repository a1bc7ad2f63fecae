import { zipSync } from 'fflate';
import type { Blobs } from '../../../../core/outside/blobs.ts';
import type { Print } from '../../../../core/outside/print.ts';
import type { LookalikesTexts } from '../texts.ts';
import { abuseContacts } from './contacts.ts';
import { factsOf } from './facts.ts';
import { Manifest } from './manifest.ts';
import { reportPage } from './report.ts';
import type { EvidenceRow } from './store.ts';
import { xArfOf, type Reporter } from './x-arf.ts';

/** What a package is made with. */
export interface PackageMeans {
  blobs: Blobs;
  print: Print;
  reporter: Reporter;
  /** In the language of the account. */
  texts: LookalikesTexts;
  signal: AbortSignal;
}

/** The package as ZIP; throws where an item is lost or damaged. The report comes as PDF too where there is a browser to print it. */
export async function packageOf(row: EvidenceRow, earlier: readonly EvidenceRow[], { blobs, ...means }: PackageMeans): Promise<Uint8Array> {
  const manifest = Manifest.parse(JSON.parse(row.manifest));
  const files = new Map<string, Uint8Array>([...signed('manifest', row), ...earlier.flatMap(link => signed(`chain/${link.seq}`, link))]);
  for (const { name, sha256 } of manifest.items) files.set(`items/${name}`, await itemOf(blobs, name, sha256));
  for (const [path, bytes] of await madeFrom(manifest, files, means)) files.set(path, bytes);
  const when = new Date(row.captured_at);
  return zipSync(Object.fromEntries([...files].map(([path, bytes]) => [path, [bytes, { level: path.endsWith('.png') || path.endsWith('.pdf') ? 0 : 6, mtime: when }]])));
}

async function itemOf(blobs: Blobs, name: string, sha256: string): Promise<Uint8Array> {
  const bytes = await blobs.get(sha256);
  if (bytes === null) throw new Error(`The item ${name} of the evidence is lost: there is no blob ${sha256}`);
  return bytes;
}

function signed(path: string, { manifest, signature }: EvidenceRow): [string, Uint8Array][] {
  return [[`${path}.json`, Buffer.from(manifest)], [`${path}.sig`, Buffer.from(`${signature}\n`)]];
}

/** What is made from the evidence for those who read it. */
async function madeFrom(manifest: Manifest, files: ReadonlyMap<string, Uint8Array>, { print, reporter, texts, signal }: Omit<PackageMeans, 'blobs'>): Promise<[string, Uint8Array][]> {
  const contacts = (['registration', 'network'] as const).flatMap(step =>
    abuseContacts(step === 'network' ? 'network' : 'registrar', Buffer.from(files.get(`items/${step}.json`) ?? []).toString('utf8')));
  const facts = factsOf(manifest, files);
  const report = reportPage({ manifest, facts, contacts, files }, texts);
  const xArf = xArfOf(manifest, facts, reporter, contacts, files);
  const printed = await print(report, signal);
  return [
    ['README.txt', Buffer.from(texts.evidence.readme)],
    ['report.html', Buffer.from(report)],
    ...(printed.outcome === 'printed' ? [['report.pdf', printed.pdf] as [string, Uint8Array]] : []),
    ['contacts.json', json({ contacts })],
    ...(xArf === null ? [] : [['x-arf.json', json(xArf)] as [string, Uint8Array]]),
  ];
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
