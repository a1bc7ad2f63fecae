import { setTimeout as sleep } from 'node:timers/promises';
import type { Spoken } from './store-processes.ts';

/** Loops at the same time, each on its own seed. */
export const LANES = 4;
/** Kills in each of them. */
export const ROUNDS_A_LANE = Number(process.env['DSS_TEST_KILL_ROUNDS'] ?? 3);

/** Pseudorandom numbers in [0, 1), the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What happens in the rounds of a kill loop. */
export interface KillLoop {
  rounds: number;
  random(): number;
  /** Starts a process that says `wrote <id>` for each write that was acknowledged to it. */
  start(): Spoken;
  /** Disturbs the process otherwise before it is killed. */
  disturb?(child: Spoken, round: number): Promise<void>;
  /** Looks for every acknowledged id after a kill. */
  verify(acknowledged: readonly string[]): Promise<void>;
}

/** Starts and kills (-9) a process `rounds` times: most while it writes, some while it starts. Gives all acknowledged ids. */
export async function killLoop({ rounds, random, start, disturb, verify }: KillLoop): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const child = start();
    try {
      if (random() < 0.2) {
        await sleep(random() * 400);
      } else {
        await child.said('wrote');
        await disturb?.(child, round);
        await sleep(random() * 40);
      }
    } finally {
      child.process.kill('SIGKILL');
      await child.ended;
    }
    acknowledged.push(...child.lines.filter(line => line.startsWith('wrote ')).map(line => line.slice('wrote '.length)));
    await verify(acknowledged);
  }
  return acknowledged;
}
