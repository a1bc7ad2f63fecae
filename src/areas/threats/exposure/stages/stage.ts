import type { ScanTarget } from '../../../../core/outside/scan-target.ts';
import type { Db } from '../../../../store/index.ts';
import type { Edge } from '../targets/edges.ts';
import type { HostRow, PortRow } from '../store/scans.ts';
import type { Profile } from '../targets/scope.ts';
import type { Websites } from '../web/find.ts';

/** The stages at each address, in their order. */
export const hostStages = ['ports', 'services', 'tls', 'http', 'web'] as const;
export type HostStage = (typeof hostStages)[number];
/** All stages of a scan. */
export const stageNames = ['resolve', ...hostStages, 'components'] as const;
export type StageName = (typeof stageNames)[number];

/** `done`: everything of the stage was tested; `partial`: a part; `notTested`: nothing, and nothing may be said. */
export const stepOutcomes = ['done', 'partial', 'notTested'] as const;
export type StepOutcome = (typeof stepOutcomes)[number];

/** One address in one stage. */
export interface HostWork {
  scanId: string;
  profile: Profile;
  host: HostRow;
  names: readonly string[];
  isMailServer: boolean;
  edge: Edge | null;
  target: ScanTarget;
  websites: Websites;
  /** Ports that are known to be open. */
  ports: readonly PortRow[];
  /** Waits for the next packet, connection or request that is decent at this address. */
  turn(): Promise<void>;
  parallel: number;
  random(): number;
  /** Fires when the time of the stage is up, the run ends or the address is another's. */
  signal: AbortSignal;
}

/** What a stage came to at one address; `save` is committed with it. */
export interface HostOutcome {
  outcome: StepOutcome;
  cause: string | null;
  details?: object;
  save(tx: Db): Promise<void>;
}

export type DoHostStage = (work: HostWork) => Promise<HostOutcome>;
