import type { Store } from '../../../../store/index.ts';
import { addSources, sourcesOf } from '../store/sources.ts';
import { loadSeed, readSeed } from './seed.ts';

/** Sees to it that there are data: sources that are not known yet are added with what the program brings along of them. */
export async function prepareSources(store: Pick<Store, 'db' | 'transaction'>, now: number): Promise<void> {
  if ((await sourcesOf(store.db)).size > 0) return;
  await store.transaction(async tx => {
    const unread = await addSources(tx, now);
    // Another process may have been first.
    if (unread.length > 0) await loadSeed(tx, readSeed(), unread);
  });
}
