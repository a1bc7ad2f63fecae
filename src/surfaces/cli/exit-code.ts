import { couldNotTell, type CheckResult } from '../../areas/check/index.ts';
import { severities, type Severity } from '../../core/finding.ts';

/** What the process says when it ends; scripts rely on the numbers. */
export const exitCode = { clean: 0, couldNotRun: 1, usage: 2, findings: 3, notAllowed: 4, notFound: 5, limited: 6, couldNotTell: 7, interrupted: 130 } as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

const gravestFirst: readonly ExitCode[] = [130, 1, 2, 3, 7, 0];

/** The code of one checked domain; findings go before what could not be told. */
export function codeOf({ findings }: Pick<CheckResult, 'findings'>, failOn: Severity | null): ExitCode {
  if (failOn !== null && findings.some(({ state, severity }) => state === 'fail' && severities.indexOf(severity) <= severities.indexOf(failOn))) {
    return exitCode.findings;
  }
  return couldNotTell(findings) ? exitCode.couldNotTell : exitCode.clean;
}

/** The code of a whole call: the gravest of its domains. */
export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return gravestFirst.find(code => codes.includes(code)) ?? exitCode.clean;
}
