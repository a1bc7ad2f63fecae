import type { Readable } from 'node:stream';
import { BackupRefused } from './refusals.ts';

/** How a file begins that is encrypted by age (age-encryption.org/v1), whose own program opens it, too. */
const MAGIC = Buffer.from('age-encryption.org/v1');

/** Encrypts what passes with `passphrase`; hands it on as it is where that is null. */
export function encrypting(passphrase: string | null): (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array> {
  return async function* (source) {
    if (passphrase === null) return yield* source;
    const { Encrypter } = await import('age-encryption');
    const encrypter = new Encrypter();
    encrypter.setPassphrase(passphrase);
    yield* await encrypter.encrypt(ReadableStream.from(source)) as AsyncIterable<Uint8Array>;
  };
}

/** The bytes of the file `path`, opened with `passphrase` where they are encrypted. Throws `BackupRefused` without the right one. */
export async function* decrypted(path: string, file: Readable, passphrase: string | null): AsyncGenerator<Uint8Array> {
  const chunks = (file as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let next = await chunks.next();
  for (; !next.done && head.length < MAGIC.length; next = await chunks.next()) head = Buffer.concat([head, next.value]);
  const whole = (async function* () {
    yield head;
    for (; !next.done; next = await chunks.next()) yield next.value;
  })();
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) return yield* whole;
  if (passphrase === null) throw new BackupRefused(`${path} is encrypted. Set DSS_BACKUP_PASSPHRASE to the passphrase that it was made with.`);
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const opened = await decrypter.decrypt(ReadableStream.from(whole)).catch((error: unknown) => {
    throw new BackupRefused(`${path} does not open with this passphrase, or was changed.`, { cause: error });
  });
  yield* opened as AsyncIterable<Uint8Array>;
}
