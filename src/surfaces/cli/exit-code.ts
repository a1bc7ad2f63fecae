/** What the process says when it ends; scripts rely on the numbers. */
export const exitCode = { clean: 0, couldNotRun: 1, usage: 2, findings: 3, notAllowed: 4, notFound: 5, limited: 6, couldNotTell: 7, interrupted: 130 } as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

const mostSevereFirst: readonly ExitCode[] = [130, 1, 2, 3, 7, 0];

/** The code of a whole call: the gravest of its domains. */
export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return mostSevereFirst.find(code => codes.includes(code)) ?? exitCode.clean;
}

/** The code of a call that was refused, by its status and stable code; a call to which no answer came could not run. */
export function codeOfRefusal({ status, code }: { status: number; code: string }): ExitCode {
  if (status === 429 || code === 'limit_reached' || code === 'key_limit_reached') return exitCode.limited;
  if ([401, 402, 403].includes(status)) return exitCode.notAllowed;
  if (status === 404) return exitCode.notFound;
  return status >= 500 || ['network', 'aborted', 'unreadable'].includes(code) ? exitCode.couldNotRun : exitCode.usage;
}
