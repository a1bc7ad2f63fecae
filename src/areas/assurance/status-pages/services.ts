import type { AreaServices } from '../../services.ts';
import type { Plans } from '../../platform/account/index.ts';

/** What the operations of this area work with. */
export interface StatusPagesServices extends AreaServices {
  plans: Plans;
  /** Public origin of the service, without a slash at the end. */
  baseUrl: string;
}
