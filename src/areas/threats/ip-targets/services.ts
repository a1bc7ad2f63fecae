import type { Capture } from '../../../core/outside/capture.ts';
import type { Mailer } from '../../../core/outside/mail.ts';
import type { Origins } from '../../../core/outside/origins.ts';
import type { Plans } from '../../platform/account/index.ts';
import type { ExposureServices } from '../exposure/index.ts';
import type { ListChoice } from './facts/lists.ts';

/** What the operations, runs and schedules of this area work with. */
export interface IpTargetsServices extends ExposureServices {
  origins: Origins;
  listChoice: ListChoice;
  /** Asks the registry of addresses. */
  capture: Pick<Capture, 'network'>;
  mailer: Mailer;
  plans: Plans;
  /** Public origin of the service. */
  baseUrl: string;
}
