import { deflateRawSync } from 'node:zlib';
import { sha256Of } from '../../../../core/outside/blobs.ts';
import { createEvidenceKey, manifestText, stepNames, type Item, type Manifest } from './manifest.ts';

export const sampleKey = createEvidenceKey('the secret of a service');

const nothing = { candidate: null, own: null, figure: null };

/** A manifest over these items that follows `previous`. */
export function sampleManifest(items: Readonly<Record<string, string>>, previous: Manifest | null, over: Partial<Manifest> = {}): Manifest {
  const sequence = (previous?.sequence ?? 0) + 1;
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, sequence, minute)).toISOString();
  return {
    format: 'dss-evidence', version: 1, id: `evd_${sequence}`, candidate: 'examp1e.org', domain: 'example.org', sequence, previous: previous && sha256Of(manifestText(previous)),
    startedAt: at(0), endedAt: at(1), program: { name: 'domain-security-service', version: '1.0.0' },
    looks: [{ look: 'dns', state: 'seen', cause: null }, { look: 'screenshot', state: 'unknown', cause: 'there is no Chromium here' }],
    items: Object.entries(items).map(([name, content]): Item => ({ look: 'web', name, mediaType: 'text/html', bytes: Buffer.byteLength(content), sha256: sha256Of(content), source: 'https://examp1e.org/', at: at(0) })),
    similarity: { tlsh: nothing, ssdeep: nothing, perceptual: nothing, difference: nothing, average: nothing }, publicKey: sampleKey.publicKey,
    ...over,
  };
}

/** Every step with every outcome. */
export function everyOutcome(cause: string): Pick<Manifest, 'looks'> {
  return { looks: stepNames.flatMap(look => (['seen', 'absent', 'unknown'] as const).map(state => ({ look, state, cause }))) };
}

/** A manifest and its signature, as files at `path`. */
export function signedFiles(path: string, manifest: Manifest, key = sampleKey): [string, Buffer][] {
  const text = manifestText(manifest);
  return [[`${path}.json`, Buffer.from(text)], [`${path}.sig`, Buffer.from(`${key.sign(text)}\n`)]];
}

/** A whole package: the third capture of a name. */
export function samplePackage(): Map<string, Buffer> {
  const items = { 'web-page.html': '<h1>Sign in</h1>', 'dns.json': '{}' };
  const first = sampleManifest({ 'web-page.html': 'parked' }, null);
  const second = sampleManifest({ 'web-page.html': 'soon' }, first);
  const third = sampleManifest(items, second);
  return new Map([
    ...signedFiles('manifest', third), ...signedFiles('chain/1', first), ...signedFiles('chain/2', second),
    ...Object.entries(items).map(([name, content]): [string, Buffer] => [`items/${name}`, Buffer.from(content)]),
    ['report.html', Buffer.from('<p>made from it</p>')],
  ]);
}

/** One entry of an archive; `size` is what it says of itself. */
export interface ZipEntry {
  path: string;
  content: Buffer;
  size?: number;
  method?: number;
  flags?: number;
}

/** A ZIP archive that may lie about everything. */
export function zipOf(entries: readonly ZipEntry[], count = entries.length): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { path, content, size = content.length, method = 8, flags = 0 } of entries) {
    const packed = method === 8 ? deflateRawSync(content) : content;
    const name = Buffer.from(path);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(flags, 8);
    head.writeUInt16LE(method, 10);
    head.writeUInt32LE(packed.length, 20);
    head.writeUInt32LE(size, 24);
    head.writeUInt16LE(name.length, 28);
    head.writeUInt32LE(at, 42);
    locals.push(local, name, packed);
    central.push(head, name);
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...central, end]);
}
