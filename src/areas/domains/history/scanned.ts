import { defineAnnouncement } from '../../announcement.ts';
import type { ScanResult } from '../check/index.ts';

/** What a scan of a domain has seen. */
export interface Scanned {
  accountId: string;
  domainId: string;
  name: string;
  result: ScanResult;
  /** Epoch milliseconds. */
  at: number;
  runId: string;
}

/** Told with every scan that was kept; what is thrown undoes it, and the run is tried again. */
export const domainScanned = defineAnnouncement<Scanned>('domain.scanned');
