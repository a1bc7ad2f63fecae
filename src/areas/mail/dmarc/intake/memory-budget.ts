import { clientNetwork } from '../../../../core/ip.ts';

/** Memory that messages under way share: who finds none left is asked to come again. */
export interface MemoryBudget {
  /** Takes `bytes` of it for the client at `address`; false, and nothing taken, where so much is not left, for its network or at all. */
  take(bytes: number, address: string): boolean;
  give(bytes: number, address: string): void;
}

/** Room for `maxBytes`, of which one network of clients has at most `maxBytesEach`: nobody keeps the others out. */
export function createMemoryBudget(maxBytes: number, maxBytesEach = maxBytes): MemoryBudget {
  const taken = new Map<string, number>();
  let used = 0;
  const add = (network: string, bytes: number): void => {
    const left = (taken.get(network) ?? 0) + bytes;
    if (left === 0) taken.delete(network);
    else taken.set(network, left);
    used += bytes;
  };
  return {
    take(bytes, address) {
      const network = clientNetwork(address);
      if (used + bytes > maxBytes || (taken.get(network) ?? 0) + bytes > maxBytesEach) return false;
      add(network, bytes);
      return true;
    },
    give: (bytes, address) => add(clientNetwork(address), -bytes),
  };
}
