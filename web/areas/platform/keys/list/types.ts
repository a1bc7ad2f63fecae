import type { DataOf } from '../../../../api/client.ts';

/** A key as the list shows it. */
export type Key = DataOf<'GET /api/api-keys'>['data'][number];

/** A key with its secret, as it is shown once. */
export type WithSecret = DataOf<'POST /api/api-keys'>;

/** What people call the key: its name, or how it begins. */
export function nameOf({ name, prefix }: Key): string {
  return name ?? `${prefix}…`;
}
