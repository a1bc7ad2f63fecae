/** Numbers by 32-bit keys, several for a key; far smaller and quicker than a `Map` of lists. */
export interface NumberIndex {
  add(key: number, value: number): void;
  /** Calls `visit` for each value of the key, with the two numbers that it is given for it: so that no function need be made for a call. */
  each(key: number, visit: (value: number, from: number, to: number) => void, from: number, to: number): void;
}

const LEAST_SLOTS = 1024;
const FREE = -1;

/** An empty index: open addressing, at most half full, with eight bits a slot that tell most keys which are not there without a probe of the slots. */
export function createNumberIndex(): NumberIndex {
  let keys = new Int32Array(LEAST_SLOTS);
  let values = new Int32Array(LEAST_SLOTS).fill(FREE);
  let bits = new Uint8Array(LEAST_SLOTS);
  let size = 0;

  function put(key: number, value: number): void {
    const mixed = mix(key);
    const mask = keys.length - 1;
    let slot = mixed & mask;
    for (; values[slot] !== FREE; slot = (slot + 1) & mask) if (keys[slot] === key && values[slot] === value) return;
    keys[slot] = key;
    values[slot] = value;
    bits[(mixed >>> 3) & mask]! |= 1 << (mixed & 7);
    size++;
  }

  function grow(): void {
    const [oldKeys, oldValues] = [keys, values];
    keys = new Int32Array(oldKeys.length * 2);
    values = new Int32Array(keys.length).fill(FREE);
    bits = new Uint8Array(keys.length);
    size = 0;
    for (const [slot, value] of oldValues.entries()) if (value !== FREE) put(oldKeys[slot]!, value);
  }

  return {
    add(key, value) {
      if (size * 2 >= keys.length) grow();
      put(key | 0, value);
    },
    each(key, visit, from, to) {
      const mixed = mix(key);
      const mask = keys.length - 1;
      if ((bits[(mixed >>> 3) & mask]! & (1 << (mixed & 7))) === 0) return;
      for (let slot = mixed & mask; values[slot] !== FREE; slot = (slot + 1) & mask) if (keys[slot] === (key | 0)) visit(values[slot]!, from, to);
    },
  };
}

function mix(key: number): number {
  let mixed = Math.imul(key ^ (key >>> 16), 0x045d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
