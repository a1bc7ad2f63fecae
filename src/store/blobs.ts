import type { BlobBackend } from '../core/outside/blobs.ts';
import type { Store } from './store.ts';
import { storeTables } from './store-tables.ts';

/** Backups hold some hundred rows at once in memory. */
const PART_BYTES = 64 * 1024;
const PARTS_A_STATEMENT = 64;

/** Keeps blobs in the database, in parts, each with all of its parts or not at all. */
export function createDatabaseBackend(store: Pick<Store, 'db' | 'transaction'>): BlobBackend {
  return {
    write: (sha256, bytes) => store.transaction(async tx => {
      const parts = Array.from({ length: Math.max(1, Math.ceil(bytes.length / PART_BYTES)) }, (_, part) =>
        ({ sha256, part, bytes: Buffer.from(bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)) }));
      for (let at = 0; at < parts.length; at += PARTS_A_STATEMENT) {
        await storeTables(tx).insertInto('blob').values(parts.slice(at, at + PARTS_A_STATEMENT)).onConflict(conflict => conflict.doNothing()).execute();
      }
    }),
    async read(sha256) {
      const parts = await storeTables(store.db).selectFrom('blob').select('bytes').where('sha256', '=', sha256).orderBy('part').execute();
      return parts.length === 0 ? null : Buffer.concat(parts.map(({ bytes }) => bytes));
    },
    async remove(sha256) {
      await storeTables(store.db).deleteFrom('blob').where('sha256', '=', sha256).execute();
    },
  };
}
