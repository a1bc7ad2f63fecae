import type { Db } from '../../../store/index.ts';
import { matchesKind, type EventKind } from './kinds.ts';
import type { WindowRow } from './shapes.ts';
import { windowsAt } from './store.ts';
import { canonical, without } from './value.ts';

/** The scan at the end of a window may come late. */
const GRACE_MS = 15 * 60_000;

/** The change window that announced a change of `kind` that brings `added`, first seen at that moment; null where none did. */
export async function windowFor(tx: Db, domainId: string, kind: EventKind, added: readonly string[], firstSeenAt: number): Promise<WindowRow | null> {
  const windows = await windowsAt(tx, domainId, firstSeenAt, GRACE_MS);
  return windows.find(({ kinds, expected }) => (JSON.parse(kinds) as string[]).some(pattern => matchesKind(pattern, kind)) && isExpected(expected, added)) ?? null;
}

/** Letters do not matter: names have none, and of keys and texts a person hardly means another. */
function isExpected(expected: string | null, added: readonly string[]): boolean {
  if (expected === null) return true;
  const lower = (lines: readonly string[]) => canonical(lines.map(line => line.toLowerCase()));
  return without(lower(added), lower(JSON.parse(expected) as string[])).length === 0;
}
