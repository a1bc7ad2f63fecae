import { existsSync, readFileSync } from 'node:fs';
import { resealSignIn } from '../../areas/platform/account/index.ts';
import { createSealer, isSealed } from '../../areas/platform/notifications/index.ts';
import { reseal } from '../../store/index.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/index.ts';
import { ConfigError } from '../config.ts';
import { makeNextSecret, secretFile, takeNextSecret } from '../secret.ts';
import type { CommandParts } from './parts.ts';
import { withExistingStore } from './with-store.ts';

const SECRET_BYTES = 32;

/**
 * `dss secret rotate`: encrypts everything with another secret, in one transaction, while the service is stopped. The secret of the data folder is made
 * and replaced here; one of `DSS_SECRET` comes from `DSS_SECRET_NEXT`. Running it again after it was interrupted ends it: what opens with either secret is
 * encrypted with the next one.
 */
export function rotateSecret(parts: CommandParts): Promise<ExitCode> {
  return withExistingStore(parts, async ({ store, randomBytes }) => {
    const { DSS_DATA_DIR: dataDir, DSS_SECRET: given, DSS_SECRET_NEXT: wanted } = parts.config();
    const { stdout } = parts.terminal;
    const present = given ?? readPresent(dataDir);
    const next = given === null ? makeNextSecret(dataDir, randomBytes(SECRET_BYTES).toString('hex')) : wanted;
    if (next === null) throw new ConfigError('DSS_SECRET_NEXT: set it to the next secret, as DSS_SECRET is set. Make one with: openssl rand -hex 32');
    const sealers = [present, next].map(secret => createSealer(secret, randomBytes));
    const { values, unreadable } = await store.alone(tx => reseal(tx, store.schema, {
      sealer: (text, id) => {
        if (!isSealed(text)) return text;
        const opened = sealers.map(sealer => sealer.open(text, id)).find(one => one !== null);
        return opened === undefined ? null : sealers[1]!.seal(opened, id);
      },
      signIn: text => resealSignIn(text, [present, next], next),
    }));
    if (given === null) takeNextSecret(dataDir);
    stdout.write(`${values} values are encrypted with the next secret. Everybody signs in again, and new evidence is signed with a new key.\n`);
    if (unreadable > 0) stdout.write(`${unreadable} values opened with neither secret and stay as they are.\n`);
    if (given !== null) stdout.write('Set DSS_SECRET to the value of DSS_SECRET_NEXT now, on every machine, and start the service.\n');
    return exitCode.clean;
  });
}

function readPresent(dataDir: string): string {
  const file = secretFile(dataDir);
  if (!existsSync(file)) throw new ConfigError(`There is no secret in ${file}: start the service once.`);
  return readFileSync(file, 'utf8').trim();
}
