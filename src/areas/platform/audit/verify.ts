import type { Db } from '../../../store/index.ts';
import { hashOf, NO_HASH, present, type EntryRow } from './entry.ts';
import { headOf, nextAccounts, nextEntries } from './store.ts';

/** What one account's chain turned out to be. */
export interface ChainVerdict {
  accountId: string;
  /** Entries that are whole and in their place, from the first one on. */
  entries: number;
  /** The first place where the chain does not hold; null when all of it does. */
  broken: { seq: number; id: string | null; reason: string } | null;
}

/** Recomputes the chain of one account, or of all; holds a thousand entries at a time, and writers may go on meanwhile. */
export async function* verifyChains(db: Db, accountId: string | null): AsyncGenerator<ChainVerdict> {
  if (accountId !== null) return yield await verifyChain(db, accountId);
  for (let accounts = await nextAccounts(db, ''); accounts.length > 0; accounts = await nextAccounts(db, accounts.at(-1)!)) {
    for (const one of accounts) yield await verifyChain(db, one);
  }
}

async function verifyChain(db: Db, accountId: string): Promise<ChainVerdict> {
  let last = { seq: 0, hash: NO_HASH };
  for (;;) {
    // The head is read first: an entry that is written between the two reads is then in the next page.
    const head = await headOf(db, accountId);
    const page = await nextEntries(db, accountId, last.seq === 0 ? null : last.seq);
    for (const row of page) {
      const reason = faultOf(row, last);
      if (reason !== null) return { accountId, entries: last.seq, broken: { seq: last.seq + 1, id: row.id, reason } };
      last = row;
    }
    if (page.length === 0) {
      const whole = head.seq === last.seq && (head.hash ?? NO_HASH) === last.hash;
      return { accountId, entries: last.seq, broken: whole ? null : { seq: last.seq + 1, id: null, reason: 'The chain does not end where its last link says.' } };
    }
  }
}

function faultOf(row: EntryRow, before: { seq: number; hash: string }): string | null {
  if (row.seq !== before.seq + 1) return `The entry is missing: the next one has the number ${row.seq}.`;
  if (row.previous_hash !== before.hash) return 'The entry does not follow the one before it.';
  return intact(row) ? null : 'The entry was changed.';
}

/** Reading it first makes sure that `actor` and `details` are JSON each, and not a text that borrows from its neighbours. */
function intact(row: EntryRow): boolean {
  try {
    present(row);
    return hashOf(row) === row.hash;
  } catch {
    return false;
  }
}
