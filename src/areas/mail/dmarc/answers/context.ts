import type { AreaContext } from '../../../../store/index.ts';
import type { DomainsContext } from '../../../domains/inventory/index.ts';
import type { IntakeOperationsContext } from '../intake/context.ts';
import type { KeepMeans } from '../store/shapes.ts';

/** Whether data tell the network and country of addresses, and what their licences want to be said. */
export interface AddressData {
  /** `notRead`: data are configured, and none could be read so far. */
  state: 'notConfigured' | 'notRead' | 'inUse';
  attribution: string[];
}

/** What the answers of this area work with. */
export interface DmarcContext extends AreaContext, Pick<DomainsContext, 'open'>, Pick<IntakeOperationsContext, 'reportsHost'>, Pick<KeepMeans, 'networkOf'> {
  addressData(): AddressData;
}
