import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { backup, restore } from '../../store/index.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/index.ts';
import type { Config } from '../config.ts';
import { readSecret, secretFile, writeSecret } from '../secret.ts';
import type { CommandParts } from './parts.ts';
import { withExistingStore, withStore } from './with-store.ts';

/** `dss backup`: everything in one file, from one moment, also while the service runs. */
export function runBackup(file: string, parts: CommandParts): Promise<ExitCode> {
  return withExistingStore(parts, async ({ store }) => {
    const config = parts.config();
    const secret = config.DSS_SECRET === null && config.DATABASE_URL === null ? readSecret(config, randomBytes) : null;
    const { rows } = await backup(store, file, { secret });
    parts.terminal.stdout.write(`${rows} rows are in ${file}. It holds secrets: keep it as safe as the database.\n`);
    const blobFolder = blobFolderOf(config);
    if (blobFolder !== null) parts.terminal.stdout.write(`Evidence and reports are not in it: copy ${blobFolder} too.\n`);
    return exitCode.clean;
  });
}

/** Where the blobs lie that are not in the database. */
function blobFolderOf({ DSS_BLOB_URL: url, DATABASE_URL, DSS_DATA_DIR: dataDir }: Config): string | null {
  if (url?.kind === 's3') return `the bucket ${url.bucket}`;
  if (url?.kind === 'folder') return `the folder ${url.path}`;
  return url === null && DATABASE_URL === null ? `the folder ${join(dataDir, 'blobs')}` : null;
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
