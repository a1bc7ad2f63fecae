import { defineTexts } from '../../../../language/index.ts';

/** What the area is called. */
export const names = defineTexts('platform/runs/names', () => ({
  runs: 'Runs',
  runsAlso: 'scans jobs progress',
}));
