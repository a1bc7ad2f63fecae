import type { Db } from '../../../store/index.ts';
import { domainsOf, isoOf } from '../inventory/index.ts';
import { newestSnapshots, readSnapshot } from './snapshots/index.ts';

const ROWS_A_PAGE = 200;

/** Every scan of every domain of the account, newest first; what it saw is given where it differs from the scan before. */
export async function* historyOf(db: Db, accountId: string): AsyncGenerator<object> {
  for await (const { id } of domainsOf(db, accountId) as AsyncGenerator<{ id: string }>) {
    for (let before: number | null = null; ;) {
      const rows = await newestSnapshots(db, id, before, ROWS_A_PAGE + 1);
      for (const [index, { at, score, set_hash }] of rows.slice(0, ROWS_A_PAGE).entries()) {
        const same = rows[index + 1]?.set_hash === set_hash;
        yield { domain: id, at: isoOf(at), score, ...(same ? {} : { seen: await readSnapshot(db, id, set_hash) }) };
      }
      if (rows.length <= ROWS_A_PAGE) break;
      before = rows[ROWS_A_PAGE - 1]!.at;
    }
  }
}
