/** What a registry said of a candidate; epoch milliseconds. */
export interface Registration {
  createdAt: number | null;
  expiresAt: number | null;
  registrar: string | null;
}

/** What is shown of the probes besides the facts; it never makes an event. */
export interface Details {
  /** At the last probe that changed the facts. */
  addresses?: readonly string[];
  web?: WebDetails;
  /** A certificate was seen that was not reported yet. */
  certificate?: true;
}

/** The front page as it was seen last, when it was not as before. */
export interface WebDetails {
  url: string | null;
  status: number | null;
  title: string | null;
  /** The host that visitors end at, where it is another than the candidate. */
  leadsTo: string | null;
  /** Epoch milliseconds. */
  at: number;
}
