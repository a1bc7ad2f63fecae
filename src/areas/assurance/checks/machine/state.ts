/** What a check is taken for. `suspect` and `recovering` are on the way; `unknown` where nothing could be learnt. */
export const checkStates = ['up', 'suspect', 'down', 'recovering', 'degraded', 'maintenance', 'unknown'] as const;
export type CheckState = (typeof checkStates)[number];
