/** What is known of a generated name, by its two bits. `notItsOwn`: it answers as every name of its suffix does, or belongs to the account. */
export const nameStates = ['unknown', 'unregistered', 'candidate', 'notItsOwn'] as const;
export type NameState = (typeof nameStates)[number];

/** The states of so many names, all unknown: four to a byte. */
export function emptyStates(names: number): Uint8Array {
  return new Uint8Array(Math.ceil(names / 4));
}

export function readState(states: Uint8Array, index: number): NameState {
  return nameStates[(states[index >> 2]! >> ((index & 3) * 2)) & 3]!;
}

export function writeState(states: Uint8Array, index: number, state: NameState): void {
  const shift = (index & 3) * 2;
  states[index >> 2] = (states[index >> 2]! & ~(3 << shift)) | (nameStates.indexOf(state) << shift);
}
