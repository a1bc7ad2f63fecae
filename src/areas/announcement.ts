import type { Db } from '../store/index.ts';

/** Something that an area tells in the transaction in which it happens. Later areas hear it there, and what one of them throws undoes it. */
export interface Announcement<Payload> {
  name: string;
  /** What an area declares to hear it. */
  heardBy<Services>(hear: (tx: Db, services: Services, payload: Payload) => Promise<void>): Subscription<Services>;
}

/** Who hears an announcement. */
export interface Subscription<Services> {
  announcement: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  hear(tx: Db, services: Services, payload: any): Promise<void>;
}

/** Tells everybody who hears `announcement`, in the order of their areas. */
export type Announce = <Payload>(tx: Db, announcement: Announcement<Payload>, payload: Payload) => Promise<void>;

/** `defineAnnouncement<{accountId: string}>('account.created')` states what an area tells. */
export function defineAnnouncement<Payload>(name: string): Announcement<Payload> {
  return { name, heardBy: hear => ({ announcement: name, hear }) };
}

/** Announces to `subscriptions`, which work with what `services` gives. */
export function createAnnounce<Services>(subscriptions: readonly Subscription<Services>[], services: () => Services): Announce {
  const byName = Map.groupBy(subscriptions, ({ announcement }) => announcement);
  return async (tx, { name }, payload) => {
    for (const { hear } of byName.get(name) ?? []) await hear(tx, services(), payload);
  };
}
