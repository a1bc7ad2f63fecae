import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobBackend } from '../../core/outside/blobs.ts';

/** Keeps blobs as files that only this user may read, in two levels of folders below `folder`, which is made when needed. */
export function createFolderBackend({ folder, randomBytes }: { folder: string; randomBytes(size: number): Buffer }): BlobBackend {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  return {
    async write(sha256, bytes) {
      const path = pathOf(sha256);
      const partial = `${path}.${randomBytes(6).toString('hex')}.partial`;
      await makeDurably(dirname(path), folder);
      try {
        await writeDurably(partial, bytes);
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      await sync(dirname(path));
    },
    read: sha256 => readFile(pathOf(sha256)).catch(nullWhereMissing),
    remove: sha256 => rm(pathOf(sha256), { force: true }),
  };
}

/** Makes the folder; each that is new is entered on the disk in the one above it. */
async function makeDurably(path: string, root: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let at = dirname(path); at.length >= dirname(root).length && at !== dirname(at); at = dirname(at)) await sync(at);
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
