import type { RunStatus } from '../../core/run.ts';
import { createClient, type Failure, type OpenClient } from '../client/index.ts';
import type { AuditFormat } from './audit-formats.ts';
import { exitCode, type ExitCode } from './exit-code.ts';
import { saveFile, tellRefusal, type CallMeans } from './operations/call.ts';
import { printable, printableJson } from './paint.ts';
import { Progress } from './progress.ts';

/** An audit that a command starts, waits for and judges. */
export interface Audit<Results> {
  /** What is audited, as messages name it. */
  subject: string;
  start(client: OpenClient, signal: AbortSignal): Promise<{ ok: true; data: unknown } | Failure>;
  /** What came out: `shown` is printed as JSON, `results` is judged and summarized; null results could not be told. */
  read(client: OpenClient, id: string, signal: AbortSignal): Promise<{ ok: true; shown: unknown; results: Results | null } | Failure>;
  sarif(client: OpenClient, id: string, signal: AbortSignal): ReturnType<OpenClient['file']>;
  linesOf(results: Results | null): readonly string[];
  codeOf(results: Results): ExitCode;
}

/** Starts the audit on a running service, waits for its end and writes what was found; the exit code says whether it is good enough. */
export async function runAudit<Results>({ subject, start, read, sarif, linesOf, codeOf }: Audit<Results>, format: AuditFormat, { terminal, signal, login: { url, key } }: CallMeans): Promise<ExitCode> {
  const client = createClient({ baseUrl: url, key: key ?? undefined });
  const progress = new Progress(terminal.stderr);
  progress.show(`Waiting for ${url}`);
  const started = await start(client, signal);
  if (!started.ok) return refused(started);
  const { id } = (started.data as { data: { id: string } }).data;
  const ended = await client.runs.wait(id, { signal, onProgress: ({ done, total }) => progress.show(`${subject}: ${done} of ${total} pages`) });
  if (!ended.ok) return refused(ended);
  const { status } = ended.data as { status: RunStatus };
  if (status !== 'completed' && status !== 'partial') {
    progress.clear();
    terminal.stderr.write(`${subject}: the audit was ${status}.\n`);
    return exitCode.couldNotRun;
  }
  const answer = await read(client, id, signal);
  if (!answer.ok) return refused(answer);
  const { shown, results } = answer;
  if (format === 'sarif') {
    const file = await sarif(client, id, signal);
    progress.clear();
    const saved = file.ok ? await saveFile(file.body, null, terminal) : tellRefusal(file, terminal, signal);
    return saved === exitCode.clean && results !== null ? codeOf(results) : saved;
  }
  progress.clear();
  terminal.stdout.write(format === 'json' ? `${printableJson(shown, terminal.stdout.isTTY ? 2 : undefined)}\n` : linesOf(results).map(line => `${printable(line)}\n`).join(''));
  return results === null ? exitCode.couldNotTell : codeOf(results);

  function refused(failure: Failure): ExitCode {
    progress.clear();
    return tellRefusal(failure, terminal, signal);
  }
}
