import type { Store } from '../../../../store/index.ts';
import { addSources, sourcesOf } from '../store/sources.ts';
import { loadSeed, readSeed } from './seed.ts';

/** Sees to it that there are data: sources that are not known yet are added with what the program brings along of them. */
export async function prepareSources(store: Pick<Store, 'db' | 'transaction'>, now: number): Promise<void> {
  if ((await sourcesOf(store.db)).size > 0) return;
  const seed = await readSeed();
  await store.transaction(async tx => loadSeed(tx, seed, await addSources(tx, now)));
}
