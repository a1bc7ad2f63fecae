const MAX_ENTRIES = 50_000;

interface Entry<Value> {
  value: Value;
  storedMs: number;
  expiresMs: number;
}

/** Values until their TTL is over; one that is switched off keeps nothing. */
export class TtlCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #on: boolean;

  constructor(on: boolean) {
    this.#on = on;
  }

  get(key: string): { value: Value; ageSeconds: number } | null {
    const entry = this.#entries.get(key);
    const nowMs = performance.now();
    if (!entry || entry.expiresMs <= nowMs) return null;
    return { value: entry.value, ageSeconds: Math.floor((nowMs - entry.storedMs) / 1000) };
  }

  put(key: string, value: Value, ttlSeconds: number): void {
    if (!this.#on) return;
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
    const storedMs = performance.now();
    this.#entries.set(key, { value, storedMs, expiresMs: storedMs + ttlSeconds * 1000 });
  }

  clear(): void {
    this.#entries.clear();
  }
}
