/** How often something happened in a window; names such as `key_hourly:key_…`, windows by their start in epoch milliseconds. */
export interface Counters {
  /**
   * Counts one and gives the number in this window so far, this one included; exact under parallel calls, on PostgreSQL
   * over all processes. On SQLite it answers at once and reaches the disk within a second.
   */
  count(name: string, windowStart: number): number | Promise<number>;
  /** Numbers in this window so far; nothing is counted. */
  read(names: readonly string[], windowStart: number): Promise<readonly number[]>;
  /** Spends one unless `max` are spent; `used` is the number spent after it. On disk when it answers. */
  spend(name: string, windowStart: number, max: number): Promise<{ spent: boolean; used: number }>;
  /** Gives one back that was spent. */
  refund(name: string, windowStart: number): Promise<void>;
  /** Brings everything counted to the disk. */
  flush(): Promise<void>;
}
