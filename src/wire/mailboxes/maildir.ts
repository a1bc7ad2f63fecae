import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailbox, MailboxFault } from '../../core/outside/mailbox.ts';

const MESSAGES = 200;
const SEEN = ':2,S';
/** What `done` adds must fit too. */
const MAX_NAME_BYTES = 255 - SEEN.length;
/** Faults of one file, despite which others may be read. */
const OF_ONE_FILE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EISDIR', 'ELOOP', 'EIO']);

/** A Maildir that a mail server on this machine delivers to: messages are taken from `new` and then lie in `cur`, marked as seen. */
export function openMaildir(folder: string, maxBytes: number): Mailbox {
  const attempt = async <T>(work: () => Promise<T>, ofOneFile: ReadonlySet<string> = new Set()): Promise<T | MailboxFault> => (
    work().catch(({ code = '', message }: NodeJS.ErrnoException) => ({
      fault: code === 'ENOENT' ? 'notFound' as const : ofOneFile.has(code) ? 'unreadable' as const : 'unreachable' as const, cause: `${folder}: ${code || message}`,
    }))
  );
  return {
    list: cursor => attempt(async () => {
      const names = (await readdir(join(folder, 'new'))).filter(name => isName(name) && name > (cursor ?? '')).toSorted().slice(0, MESSAGES);
      const sizes = await Promise.all(names.map(name => stat(join(folder, 'new', name)).then(({ size }) => size, () => null)));
      return names.map((id, at) => ({ id, bytes: sizes[at] ?? null, cursor: id }));
    }),
    read: id => attempt(async (): Promise<Uint8Array | MailboxFault> => {
      const path = join(folder, 'new', checked(id));
      if (isTooLong(id)) return { fault: 'unreadable', cause: `${path}: the name is too long` };
      const found = await stat(path);
      // To read a pipe may take for ever.
      if (!found.isFile()) return { fault: 'unreadable', cause: `${path} is no file` };
      if (found.size > maxBytes) return { fault: 'tooLarge', cause: `${path} is larger than ${maxBytes} bytes` };
      return readFile(path);
    }, OF_ONE_FILE),
    done: id => attempt(async (): Promise<MailboxFault | null> => {
      if (isTooLong(id)) return { fault: 'unreadable', cause: `${folder}: the name of a message is too long` };
      await mkdir(join(folder, 'cur'), { recursive: true });
      await rename(join(folder, 'new', checked(id)), join(folder, 'cur', `${checked(id)}${SEEN}`));
      return null;
    }).then(result => (result?.fault === 'notFound' ? null : result)),
    close: () => Promise.resolve(),
  };
}

function isTooLong(name: string): boolean {
  return Buffer.byteLength(name) > MAX_NAME_BYTES;
}

function isName(name: string): boolean {
  return !name.startsWith('.') && !/[/\0]/.test(name);
}

function checked(name: string): string {
  if (!isName(name)) throw new Error('This is no name of a message.');
  return name;
}
