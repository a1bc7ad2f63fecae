import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageLimits, unzip, verifyPackage, type Files } from '../../areas/threats/lookalikes/index.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/exit-code.ts';
import { printable } from '../../surfaces/cli/paint.ts';
import type { CommandParts } from './parts.ts';

/** `dss evidence verify`: checks a package, or a folder that it was unpacked into, with nothing but its own files. */
export function runEvidenceVerify(path: string, { key }: { key?: string }, { terminal: { stdout, stderr } }: CommandParts): ExitCode {
  const refuse = (reason: string): ExitCode => {
    stderr.write(`${printable(`${path}: ${reason}`)}\n`);
    return exitCode.couldNotRun;
  };
  const files = readPackage(path);
  if ('refused' in files) return refuse(files.refused);
  const verdict = verifyPackage(files, key ?? null);
  if (!verdict.ok) return refuse(verdict.reason);
  const { manifest, signedBy, earlier, unsigned } = verdict;
  const lines = [
    `${manifest.candidate}, seen from ${manifest.startedAt} to ${manifest.endedAt}: the evidence is whole and unchanged.`,
    `${manifest.items.length} items have the hashes of the manifest; it and ${earlier} before it form one chain.`,
    `Signed with the key ${signedBy}. ${key === undefined ? 'Compare it with the one that the service shows, or give it as --key.' : 'This is the key that was given.'}`,
    ...(unsigned.length > 0 ? [`Made from the evidence, and not signed: ${unsigned.join(', ')}.`] : []),
  ];
  stdout.write(`${printable(lines.join('\n'))}\n`);
  return exitCode.clean;
}

function readPackage(path: string): Files | { refused: string } {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return readFolder(path);
    return stat.size > packageLimits.bytes ? { refused: 'The file is larger than any package.' } : unzip(readFileSync(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return { refused: (error as Error).message };
  }
}

function readFolder(folder: string): Files | { refused: string } {
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const file = join(entry.parentPath, entry.name);
    const name = file.slice(join(folder, '/').length);
    if (!entry.isFile()) return { refused: `${name} is no plain file.` };
    bytes += statSync(file).size;
    if (files.size === packageLimits.entries || bytes > packageLimits.bytes) return { refused: 'The folder holds more than any package.' };
    files.set(name, readFileSync(file));
  }
  return files;
}
