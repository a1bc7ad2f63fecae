import { exportChain, verifyChains } from '../../areas/platform/audit/index.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/index.ts';
import type { CommandParts } from './parts.ts';
import { withExistingStore } from './with-store.ts';

/** `dss audit verify`: one line an account; 3 when a chain does not hold, 5 when the account has none. */
export function verifyAudit(accountId: string | null, parts: CommandParts): Promise<ExitCode> {
  return withExistingStore(parts, async ({ store }) => {
    const { stdout } = parts.terminal;
    let [chains, broken] = [0, 0];
    for await (const verdict of verifyChains(store.db, accountId)) {
      if (accountId !== null && verdict.entries === 0 && !verdict.broken) return noEntries(accountId, parts);
      chains++;
      if (verdict.broken) broken++;
      stdout.write(`${verdict.accountId}  ${verdict.entries} entries  ${verdict.broken ? `BROKEN at ${verdict.broken.seq}: ${verdict.broken.reason}` : 'whole'}\n`);
    }
    stdout.write(`${chains} chains, ${broken} broken\n`);
    return broken > 0 ? exitCode.findings : exitCode.clean;
  });
}

/** `dss audit export`: JSON Lines on stdout. */
export function exportAudit(accountId: string, parts: CommandParts): Promise<ExitCode> {
  return withExistingStore(parts, async ({ store }) => {
    let lines = 0;
    for await (const text of exportChain(store.db, accountId, parts.signal)) {
      parts.terminal.stdout.write(text);
      lines++;
    }
    return lines > 0 ? exitCode.clean : noEntries(accountId, parts);
  });
}

function noEntries(accountId: string, { terminal }: CommandParts): ExitCode {
  terminal.stderr.write(`There are no entries of the account ${accountId}. dss accounts list shows the ids.\n`);
  return exitCode.notFound;
}
