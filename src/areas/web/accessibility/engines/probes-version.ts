/** Counts changes of what the probes judge. */
export const PROBES_VERSION = '2';
