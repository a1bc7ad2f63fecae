import { readFile, stat } from 'node:fs/promises';
import { FindingReport, replay } from '../../areas/domains/scanner-issues/index.ts';
import { findingSources } from '../registry.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/exit-code.ts';
import { printable } from '../../surfaces/cli/paint.ts';
import type { CommandParts } from './parts.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/**
 * `dss findings replay`: judges the facts of a reported finding again and prints, for each finding on its record, what the file says and what the
 * program says. Ends with 3 where these differ, and with 1 for a file that is no report.
 */
export async function runFindingsReplay(file: string, { json }: { json: boolean }, { terminal: { stdout, stderr } }: CommandParts): Promise<ExitCode> {
  const report = await read(file);
  if (typeof report === 'string') {
    stderr.write(`${printable(`${file}: ${report}`)}\n`);
    return exitCode.couldNotRun;
  }
  const { finding, states: expected } = report;
  const actual = judged(report);
  if (actual === null) {
    stderr.write(`${printable(`${file}: The facts cannot be read by this version of the program; the report is of version ${report.program}.`)}\n`);
    return exitCode.couldNotRun;
  }
  const ids = [...new Set([finding.id, ...Object.keys(expected), ...Object.keys(actual)])];
  const rows = ids.map(id => ({ finding: id, expected: expected[id] ?? 'pass', actual: actual[id] ?? 'pass' }));
  const isSame = rows.every(row => row.expected === row.actual);
  if (json) stdout.write(`${JSON.stringify({ domain: report.domain, record: report.record, reported: finding.id, same: isSame, findings: rows })}\n`);
  else stdout.write(`${printable(linesOf(report, rows).join('\n'))}\n`);
  return isSame ? exitCode.clean : exitCode.findings;
}

function linesOf({ domain, finding, at }: FindingReport, rows: readonly { finding: string; expected: string; actual: string }[]): string[] {
  return [`${domain}, seen at ${at}: ${finding.title}`, ...rows.map(row => `${row.expected === row.actual ? 'same   ' : 'differs'}  ${row.finding}: ${row.expected}${row.expected === row.actual ? '' : `, now ${row.actual}`}`)];
}

function judged(report: FindingReport): FindingReport['states'] | null {
  try {
    return replay(report, findingSources);
  } catch {
    return null;
  }
}

/** The report in the file, or why it is none. */
async function read(file: string): Promise<FindingReport | string> {
  try {
    if ((await stat(file)).size > MAX_BYTES) return `The file has more than ${MAX_BYTES} bytes.`;
    const parsed = FindingReport.safeParse(JSON.parse(await readFile(file, 'utf8')));
    if (parsed.success) return parsed.data;
    const { path, message } = parsed.error.issues[0]!;
    return `This is no report of a finding: ${path.join('.')}: ${message}`;
  } catch (error) {
    return (error as Error).message;
  }
}
