import type { Db } from '../../../store/index.ts';
import type { RunWork } from '../../run-kind.ts';
import type { ExposureServices } from './services.ts';
import type { Profile } from './targets/scope.ts';

/** What a scan is asked for; `targets` are names or addresses of the domain, null for all. */
export interface ScanInput {
  profile: Profile;
  targets: readonly string[] | null;
}

/** What finished stages left: rows have the rest. */
export interface ScanState {
  done: number;
}

export type ScanWork = RunWork<ExposureServices, ScanInput, ScanState>;

/** How far a scan is, with what it commits. */
export interface Progress {
  commit(step: string | null, change: (tx: Db) => Promise<void>): Promise<void>;
  /** Counts one more step at an address as done. */
  advance(): void;
}
