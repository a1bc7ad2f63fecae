/** How an address was shown to be the account's. */
export const proofMethods = ['ptr', 'token', 'certificate', 'email'] as const;
export type ProofMethod = (typeof proofMethods)[number];

/** `notProven` is a statement of the address or its names; `unknown` one about us: nothing could be learnt. */
export const proofStates = ['proven', 'notProven', 'unknown'] as const;
export type ProofState = (typeof proofStates)[number];

/** How the proof of one address stands. */
export interface AddressProof {
  state: ProofState;
  /** How it was shown last; kept when it is lost, so that it is sought the same way. */
  method: ProofMethod | null;
  /** The proven domain, or the contact of the network, by which it was shown last. */
  by: string | null;
  /** Why it is not proven now. */
  cause: string | null;
  /** Epoch milliseconds. */
  at: number;
}

/** How the proof of a target stands: `pending`: never shown so far; `lost`: it was, and is not for at least one address. */
export const targetStates = ['pending', 'proven', 'lost'] as const;
export type TargetState = (typeof targetStates)[number];

/** The target by the proofs of all its addresses: of a range each one counts. An address of which nothing could be learnt decides nothing. */
export function stateAfter(before: TargetState, proofs: readonly Pick<AddressProof, 'state'>[]): TargetState {
  if (proofs.length > 0 && proofs.every(({ state }) => state === 'proven')) return 'proven';
  if (before === 'pending') return 'pending';
  return proofs.some(({ state }) => state === 'notProven') ? 'lost' : before;
}
