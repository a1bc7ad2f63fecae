import { randomBytes } from 'node:crypto';
import { backup, restore } from '../../store/index.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/index.ts';
import { readSecret, secretFile, writeSecret } from '../secret.ts';
import type { CommandParts } from './index.ts';
import { withExistingStore, withStore } from './with-store.ts';

/** `dss backup`: everything in one file, from one moment, also while the service runs. */
export function runBackup(file: string, parts: CommandParts): Promise<ExitCode> {
  return withExistingStore(parts, async ({ store }) => {
    const config = parts.config();
    const secret = config.DSS_SECRET === null && config.DATABASE_URL === null ? readSecret(config, randomBytes) : null;
    const { rows } = await backup(store, file, { secret });
    parts.terminal.stdout.write(`${rows} rows are in ${file}. It holds secrets: keep it as safe as the database.\n`);
    return exitCode.clean;
  });
}

/** `dss restore`: fills the database, and puts back the secret that the backup carries. */
export function runRestore(file: string, options: { replace: boolean }, parts: CommandParts): Promise<ExitCode> {
  return withStore(parts, async ({ store }) => {
    const { DSS_DATA_DIR: dataDir, DSS_SECRET: given } = parts.config();
    const { rows, secret } = await restore(store, file, options);
    const { stdout } = parts.terminal;
    stdout.write(`${rows} rows are restored.\n`);
    if (secret !== null) writeSecret(dataDir, secret);
    const setting = secret === null ? 'that of the service that was backed up' : `the content of ${secretFile(dataDir)}`;
    if (secret === null || given !== null || store.dialect === 'postgresql') stdout.write(`Set DSS_SECRET to ${setting}: second factors are encrypted with it.\n`);
    return exitCode.clean;
  });
}
