import type { Db } from '../../../../store/index.ts';
import { presentScan } from './present.ts';
import { scansOf } from './store.ts';

const AT_ONCE = 200;

/** Every scan of the account, for its export. */
export async function* scansIn(db: Db, accountId: string): AsyncIterable<object> {
  let after: string | null = null;
  for (;;) {
    const rows = await scansOf(db, accountId, { businessIds: undefined, providers: undefined }, after === null ? null : { at: 0, id: after }, AT_ONCE);
    yield* rows.map(presentScan);
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)!.id;
  }
}
