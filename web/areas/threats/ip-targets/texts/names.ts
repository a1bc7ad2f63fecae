import { defineTexts } from '../../../../language/index.ts';

/** What the area, its runs and its notifications are called. */
export const names = defineTexts('threats/ip-targets/names', () => ({
  title: 'IP targets',
  titleAlso: 'ip addresses networks ranges',
  scan: 'Scan of an IP target',
  stages: { lookups: 'Looking up names, lists and networks', ports: 'Testing ports and services' },
  notices: { 'ip.*': 'Changes at IP targets', 'ipTarget.*': 'Proofs of IP targets' },
}));
