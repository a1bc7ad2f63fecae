import type { ScanTarget } from '../../../../core/outside/scan-target.ts';
import type { Db } from '../../../../store/index.ts';
import type { Edge } from '../targets/edges.ts';
import type { HostRow, PortRow } from '../store/scans.ts';
import type { Profile } from '../targets/scope.ts';
import type { Websites } from '../web/find.ts';

export { hostStages, stageNames, type HostStage, type StageName } from './names.ts';

/** `done`: everything of the stage was tested; `partial`: a part; `notTested`: nothing, and nothing may be said. */
export const stepOutcomes = ['done', 'partial', 'notTested'] as const;
export type StepOutcome = (typeof stepOutcomes)[number];

/** One address that is asked for its ports and services, whoever keeps what comes of it. */
export interface AddressWork {
  profile: Profile;
  host: Pick<HostRow, 'address' | 'scope' | 'wildcard' | 'rtt_ms'>;
  names: readonly string[];
  isMailServer: boolean;
  edge: Edge | null;
  target: ScanTarget;
  /** Waits for the next packet, connection or request that is decent at this address. */
  turn(): Promise<void>;
  parallel: number;
  random(): number;
  /** Fires when the time of the stage is up, the run ends or the address is another's. */
  signal: AbortSignal;
}

/** One address of a scan in one stage. */
export interface HostWork extends AddressWork {
  scanId: string;
  host: HostRow;
  websites: Websites;
  /** Ports that are known to be open. */
  ports: readonly PortRow[];
}

/** What a stage came to at one address; `save` is committed with it. */
export interface HostOutcome {
  outcome: StepOutcome;
  cause: string | null;
  details?: object;
  save(tx: Db): Promise<void>;
}

export type DoHostStage = (work: HostWork) => Promise<HostOutcome>;
