/** One request on its way through the sign-in library. */
export interface LibraryCall {
  /** Below `/api/auth`. */
  path: string;
  requestId: string;
  address: string;
  /** Epoch milliseconds. */
  now: number;
  /** To be sent when the reply stands. */
  mails: { says: 'verification' | 'reset'; to: string; link: string }[];
  /** Tokens of sessions that wait for the second factor: the library makes and ends them before anybody gets one. */
  pending: Set<string>;
  /** Why the database refused; the library hides it, at times behind a good reply. */
  failure: unknown;
}
