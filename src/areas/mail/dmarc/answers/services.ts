import type { AreaServices } from '../../../services.ts';
import type { DomainsServices } from '../../../domains/inventory/index.ts';
import type { IntakeOperationsServices } from '../intake/services.ts';
import type { KeepMeans } from '../store/shapes.ts';

/** Whether data tell the network and country of addresses, and what their licences want to be said. */
export interface AddressData {
  /** `notRead`: data are configured, and none could be read so far. */
  state: 'notConfigured' | 'notRead' | 'inUse';
  attribution: string[];
}

/** What the answers of this area work with. */
export interface DmarcServices extends AreaServices, Pick<DomainsServices, 'open'>, Pick<IntakeOperationsServices, 'reportsHost'>, Pick<KeepMeans, 'networkOf'> {
  addressData(): AddressData;
}
