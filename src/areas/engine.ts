/** What every process that works does all the time, such as checks that are due within the second; what is due less often is a schedule. */
export interface Engine<Services> {
  name: string;
  /** Goes on until `signal` fires, and ends soon after; any number of processes do the same over one database. */
  run(means: EngineMeans<Services>): Promise<void>;
}

export interface EngineMeans<Services> {
  services: Services;
  /** The services with the way out that is open to the account now. */
  servicesOf(accountId: string): Promise<Services>;
  signal: AbortSignal;
  report(error: unknown, about: string): void;
}
