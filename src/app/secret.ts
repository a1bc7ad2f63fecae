import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type Config } from './config.ts';

const SECRET_BYTES = 32;

/** Reads `DSS_SECRET`, or the file `secret` in the data folder, which the first start makes. Throws `ConfigError` with PostgreSQL and no setting. */
export function readSecret(config: Pick<Config, 'DSS_SECRET' | 'DATABASE_URL' | 'DSS_DATA_DIR'>, randomBytes: (size: number) => Buffer): string {
  if (config.DSS_SECRET !== null) return config.DSS_SECRET;
  if (config.DATABASE_URL !== null) {
    throw new ConfigError('DSS_SECRET: must be set together with DATABASE_URL, because every process needs the same one. Make one with: openssl rand -hex 32');
  }
  const file = secretFile(config.DSS_DATA_DIR);
  if (existsSync(nextSecretFile(config.DSS_DATA_DIR))) throw new ConfigError('A new secret was made and not yet taken up. Run: dss secret rotate');
  mkdirSync(config.DSS_DATA_DIR, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) makeOnce(file, randomBytes(SECRET_BYTES).toString('hex'));
  return readFileSync(file, 'utf8').trim();
}

/** Puts the secret of a backup into the data folder. */
export function writeSecret(dataDir: string, value: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(secretFile(dataDir), value, { mode: 0o600 });
}

/** Where the next secret lies while everything is encrypted with it; `takeNextSecret` ends that. */
function nextSecretFile(dataDir: string): string {
  return `${secretFile(dataDir)}.next`;
}

/** The next secret: `value`, or the one of an attempt that did not end. */
export function makeNextSecret(dataDir: string, value: string): string {
  const file = nextSecretFile(dataDir);
  if (!existsSync(file)) makeOnce(file, value);
  return readFileSync(file, 'utf8').trim();
}

/** Puts the next secret in the place of the present one. */
export function takeNextSecret(dataDir: string): void {
  renameSync(nextSecretFile(dataDir), secretFile(dataDir));
}

/** Of two first starts one wins and both read the same: a link appears whole and never over another file. */
function makeOnce(file: string, value: string): void {
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, value, { mode: 0o600 });
  try {
    linkSync(whole, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(whole);
  }
}

/** Where the secret lies that the program made. */
export function secretFile(dataDir: string): string {
  return join(dataDir, 'secret');
}
