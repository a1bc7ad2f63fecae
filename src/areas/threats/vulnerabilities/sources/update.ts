import type { z } from 'zod';
import { vulnerabilitySources, type VulnerabilitySource } from '../../../../core/outside/vulnerability-data.ts';
import type { Db } from '../../../../store/index.ts';
import { prepareSources } from '../seed/prepare.ts';
import { makeDue, sourcesOf } from '../store/sources.ts';
import { refreshDue, type Refreshing } from './refresh.ts';
import { presentSource, type SourceState } from './state.ts';

/** Reads all sources that are to be read now, to their end; gives those that were tried. */
export async function updateSources(services: Refreshing, signal: AbortSignal): Promise<VulnerabilitySource[]> {
  const { store, clock, vulnerabilityData: { sources } } = services;
  await prepareSources(store, clock.now());
  await store.transaction(tx => makeDue(tx, sources, clock.now()));
  return refreshDue(services, signal, Infinity);
}

/** Every source with its state and the age of its data. */
export async function statesOfSources(db: Db, read: readonly VulnerabilitySource[], now: number): Promise<z.output<typeof SourceState>[]> {
  const rows = await sourcesOf(db);
  return vulnerabilitySources.map(source => presentSource(source, rows.get(source), read.includes(source), now));
}
