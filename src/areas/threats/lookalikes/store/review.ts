import type { Db } from '../../../../store/index.ts';
import type { NewId } from '../../../../core/ids.ts';
import type { Speak } from '../../../../core/texts.ts';
import { textsOfAccount } from '../../../platform/account/index.ts';
import { alertOfLookalikes } from './alerts.ts';
import { scored } from './scored.ts';
import { loadBrand } from './brand.ts';
import type { LookalikeRow } from '../shapes.ts';
import type { Review } from '../state/words.ts';
import { tables } from '../tables.ts';
import { lookalikesTexts } from '../texts.ts';

export interface Reviewing {
  review: Review;
  /** Left out, the note stays. */
  note: string | undefined;
  by: { type: 'person' | 'key'; id: string };
  now: number;
}

/** Keeps a review of the candidate and judges it again. Anyone who has reviewed one that came back knows of it. */
export async function reviewCandidate(tx: Db, { newId, speak }: { newId: NewId; speak: Speak }, row: LookalikeRow, { review, note, by, now }: Reviewing): Promise<LookalikeRow> {
  const brand = await loadBrand(tx, row.domain_id);
  const reviewed = { ...row, review, note: note === undefined ? row.note : note || null, reviewed_by: JSON.stringify(by), reviewed_at: now, reemerged_at: null };
  const after = brand ? scored(reviewed, brand, now) : reviewed;
  const { id, version, ...change } = after;
  const changed = await tables(tx).updateTable('lookalike').set({ ...change, version: version + 1, changed_at: now }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
  if (brand) await alertOfLookalikes(tx, { newId, texts: await textsOfAccount({ db: tx, speak }, lookalikesTexts, brand.accountId) }, brand, now);
  return changed;
}
