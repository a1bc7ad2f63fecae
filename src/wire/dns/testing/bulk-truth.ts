import type { BulkState } from '../../../core/outside/bulk-lookup.ts';

/** What is true of a name in the world of the bulk tests. */
export interface Truth {
  state: Exclude<BulkState, 'unknown'>;
  /** A records. */
  addresses: readonly string[];
}

/** The same for the same name, no matter who asks: most names do not exist, as among lookalikes. */
export function truthOf(name: string): Truth {
  const hash = hashOf(name.toLowerCase());
  const kind = hash % 10;
  if (kind < 7) return { state: 'nxdomain', addresses: [] };
  if (kind === 7) return { state: 'nodata', addresses: [] };
  const addresses = Array.from({ length: 1 + (kind % 2) }, (_, at) => `192.0.${at + 2}.${(hash >>> 8) % 256}`);
  return { state: 'found', addresses };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
