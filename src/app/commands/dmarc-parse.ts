import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { RecordMemory, refusals, summarize, type FileSummary } from '../../areas/mail/dmarc/index.ts';
import { systemClock } from '../../core/clock.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/exit-code.ts';
import { printable, printableJson } from '../../surfaces/cli/paint.ts';
import type { CommandParts } from './parts.ts';

/** `dss dmarc parse`: one JSON line a file on stdout; what was refused is reported on stderr, and ends with 1. */
export async function runDmarcParse(files: readonly string[], { terminal, signal }: CommandParts): Promise<ExitCode> {
  const { stdin, stdout, stderr } = terminal;
  const memory = new RecordMemory();
  let refused = false;
  for (const file of files) {
    const source = addAbortSignal(signal, file === '-' ? stdin : createReadStream(file));
    const summary = await read(file, source, memory, text => stderr.write(`${printable(text)}\n`)).catch(unlessAborted(signal));
    if (summary === null) return exitCode.interrupted;
    refused ||= summary.state === 'refused';
    if (!stdout.write(`${printableJson(summary)}\n`)) await once(stdout, 'drain');
  }
  return refused ? exitCode.couldNotRun : exitCode.clean;
}

function unlessAborted(signal: AbortSignal): (error: unknown) => null {
  return error => {
    if (signal.aborted) return null;
    throw error;
  };
}

async function read(file: string, source: AsyncIterable<Uint8Array>, memory: RecordMemory, tell: (text: string) => void): Promise<FileSummary> {
  try {
    return await summarize(source, { name: file, now: systemClock.now(), memory }, (part, reason) => tell(`${part}: ${refusals[reason]}`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    tell(`${file}: ${(error as Error).message}`);
    return { file, state: 'refused', reason: 'file_unreadable', warnings: [], reports: [] };
  }
}
