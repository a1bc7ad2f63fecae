import { mayReachAllowed } from '../areas/platform/account/index.ts';
import { reachesAllowed, type Account } from '../core/access.ts';
import type { Store } from '../store/index.ts';
import type { Doors } from './compose.ts';

/** Gives the services the way out that is open to an account, as the account is marked at that moment. */
export interface BehindDoors<Services> {
  /** For a call of `account`; null is a visitor. */
  call(services: Services, account: Account | null): Services;
  /** For a run or a job of the account. */
  work(services: Services, accountId: string): Promise<Services>;
}

/** `doors.public` is what the services have without asking: whatever forgets to ask reaches no internal address. */
export function createBehindDoors<Services extends Doors['public']>(doors: Doors, store: Store): BehindDoors<Services> {
  const isOneDoor = doors.allowed === doors.public;
  const allowed = (services: Services): Services => ({ ...services, ...doors.allowed });
  return {
    call: (services, account) => (!isOneDoor && account !== null && reachesAllowed(account) ? allowed(services) : services),
    work: async (services, accountId) => (!isOneDoor && await mayReachAllowed(store.db, accountId) ? allowed(services) : services),
  };
}
