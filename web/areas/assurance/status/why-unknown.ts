/** Why the level of a service is unknown. `unclear`: its page was read, but not lately, or it says nothing of what is wanted. */
export type Unknown = 'notYet' | 'failed' | 'unclear' | 'noFeed';

/** Only what was tried can have failed. `feed` is null where the page has none that programs can read. */
export function whyUnknown(feed: { readAt: string | null; failure: string | null } | null): Unknown {
  if (feed === null) return 'noFeed';
  if (feed.failure !== null) return 'failed';
  return feed.readAt === null ? 'notYet' : 'unclear';
}
