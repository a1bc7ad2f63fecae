/** What came of printing a page. */
export type Printed =
  | { outcome: 'printed'; pdf: Uint8Array }
  /** There is nothing that prints; the cause says what to install or set. */
  | { outcome: 'unavailable'; cause: string }
  /** Too many wait already, or the service stops. */
  | { outcome: 'busy' }
  /** This page could not be printed. */
  | { outcome: 'failed'; cause: string };

/** Prints a page of HTML that needs nothing besides itself as PDF, on paper of the size that its own CSS names; never throws. */
export type Print = (page: string, signal: AbortSignal) => Promise<Printed>;
