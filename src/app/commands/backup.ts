import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { backup, restore } from '../../store/index.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/index.ts';
import { composeBlobs, outsideOf } from '../compose.ts';
import type { Config } from '../config.ts';
import { readSecret, secretFile, writeSecret } from '../secret.ts';
import type { CommandParts } from './parts.ts';
import { withExistingStore, withStore } from './with-store.ts';

/** `dss backup`: everything in one file, from one moment, also while the service runs; with `files`, evidence and reports from wherever they lie. */
export function runBackup(file: string, { files }: { files: boolean }, parts: CommandParts): Promise<ExitCode> {
  return withExistingStore(parts, async ({ store }) => {
    const config = parts.config();
    const { stdout } = parts.terminal;
    const secret = config.DSS_SECRET === null && config.DATABASE_URL === null ? readSecret(config, randomBytes) : null;
    const elsewhere = blobFolderOf(config);
    const taken = files && elsewhere !== null;
    const { rows, blobs, missing } = await backup(store, file, { secret, passphrase: config.DSS_BACKUP_PASSPHRASE, blobs: taken ? composeBlobs(config, store, outsideOf(config)) : null });
    const content = taken ? `${rows} rows and ${blobs} files of evidence and reports` : `${rows} rows`;
    stdout.write(`${content} are in ${file}. ${config.DSS_BACKUP_PASSPHRASE === null ? 'It holds secrets: keep it as safe as the database.' : 'It is encrypted: without DSS_BACKUP_PASSPHRASE it cannot be restored.'}\n`);
    if (missing > 0) stdout.write(`${missing} files were named and not there.\n`);
    if (!taken && elsewhere !== null) stdout.write(`Evidence and reports are not in it: copy ${elsewhere} too, or give --files.\n`);
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
    const config = parts.config();
    const { DSS_DATA_DIR: dataDir, DSS_SECRET: given } = config;
    const { rows, blobs, secret } = await restore(store, file, { ...options, passphrase: config.DSS_BACKUP_PASSPHRASE, blobs: composeBlobs(config, store, outsideOf(config)) });
    const { stdout } = parts.terminal;
    stdout.write(`${rows} rows${blobs > 0 ? ` and ${blobs} files of evidence and reports` : ''} are restored.\n`);
    if (secret !== null) writeSecret(dataDir, secret);
    const setting = secret === null ? 'that of the service that was backed up' : `the content of ${secretFile(dataDir)}`;
    if (secret === null || given !== null || store.dialect === 'postgresql') stdout.write(`Set DSS_SECRET to ${setting}: second factors are encrypted with it.\n`);
    return exitCode.clean;
  });
}
