import { sha256Of } from '../../../../core/outside/blobs.ts';
import { fingerprintOf, isSigned, Manifest, manifestText } from './manifest.ts';

/** Files of a package by their path in it. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** What came of checking a package; `reason` is a sentence for people. */
export type Verdict =
  | { ok: true; manifest: Manifest; /** SHA-256 of the key, shortened. */ signedBy: string; /** How many earlier manifests were checked with it. */ earlier: number; /** Files made from the evidence, which nothing signs. */ unsigned: readonly string[] }
  | { ok: false; reason: string };

/** Made for readers when the package is downloaded. */
const unsignedFiles = ['report.html', 'report.pdf', 'contacts.json', 'x-arf.json', 'README.txt'] as const;

class Broken extends Error {}

/**
 * Checks a package with nothing but its own files: every item against its hash, every manifest against its signature, and the chain from
 * the first capture of the candidate to this one. With `expectedKey` (base64), only what that key has signed is good. Total on any files.
 */
export function verifyPackage(files: Files, expectedKey: string | null = null): Verdict {
  try {
    const last = readSigned(files, 'manifest');
    if (expectedKey !== null && last.manifest.publicKey !== expectedKey) throw new Broken(`It is signed with another key: ${fingerprintOf(last.manifest.publicKey)}.`);
    checkItems(files, last.manifest);
    const earlier = checkChain(files, last.manifest);
    const unsigned = checkNothingElse(files, last.manifest);
    return { ok: true, manifest: last.manifest, signedBy: fingerprintOf(last.manifest.publicKey), earlier, unsigned };
  } catch (error) {
    if (error instanceof Broken) return { ok: false, reason: error.message };
    throw error;
  }
}

function readSigned(files: Files, path: string): { manifest: Manifest; sha256: string } {
  const [bytes, signature] = [files.get(`${path}.json`), files.get(`${path}.sig`)];
  if (!bytes) throw new Broken(`There is no ${path}.json.`);
  if (!signature) throw new Broken(`There is no ${path}.sig: nothing says who made ${path}.json.`);
  const text = Buffer.from(bytes).toString('utf8');
  const manifest = parse(text, path);
  if (manifestText(manifest) !== text) throw new Broken(`${path}.json is not written as it was signed.`);
  if (!isSigned(text, Buffer.from(signature).toString('utf8').trim(), manifest.publicKey)) throw new Broken(`The signature of ${path}.json is wrong: it was changed, or signed with another key.`);
  return { manifest, sha256: sha256Of(bytes) };
}

function parse(text: string, path: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw new Broken(`${path}.json is no manifest of evidence.`);
  }
}

function checkItems(files: Files, { items }: Manifest): void {
  if (new Set(items.map(({ name }) => name)).size !== items.length) throw new Broken('The manifest names an item twice.');
  for (const { name, bytes, sha256 } of items) {
    const content = files.get(`items/${name}`);
    if (!content) throw new Broken(`items/${name} is missing.`);
    if (content.length !== bytes || sha256Of(content) !== sha256) throw new Broken(`items/${name} was changed: its hash is not the one in the manifest.`);
  }
}

/** From this manifest back to the first. */
function checkChain(files: Files, last: Manifest): number {
  let next = last;
  while (next.sequence > 1) {
    const { manifest, sha256 } = readSigned(files, `chain/${next.sequence - 1}`);
    const fits = manifest.sequence === next.sequence - 1 && manifest.candidate === last.candidate && manifest.domain === last.domain;
    if (!fits || sha256 !== next.previous) throw new Broken(`The chain is broken: chain/${next.sequence - 1}.json is not the manifest that number ${next.sequence} follows.`);
    next = manifest;
  }
  if (next.previous !== null) throw new Broken('The chain is broken: the first manifest names one before it.');
  return last.sequence - 1;
}

function checkNothingElse(files: Files, { items, sequence }: Manifest): string[] {
  const links = Array.from({ length: sequence - 1 }, (_, at) => [`chain/${at + 1}.json`, `chain/${at + 1}.sig`]).flat();
  const known = new Set(['manifest.json', 'manifest.sig', ...links, ...items.map(({ name }) => `items/${name}`)]);
  const others = [...files.keys()].filter(path => !known.has(path));
  const foreign = others.find(path => !(unsignedFiles as readonly string[]).includes(path));
  if (foreign !== undefined) throw new Broken(`The manifest does not name ${JSON.stringify(foreign.slice(0, 200))}: it is no part of the evidence.`);
  return others;
}
