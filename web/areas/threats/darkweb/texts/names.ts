import { defineTexts } from '../../../../language/index.ts';

/** What the area, its runs and its notifications are called. */
export const names = defineTexts('threats/darkweb/names', () => ({
  darkweb: 'Dark web',
  darkwebAlso: 'leaks breaches credentials passwords stolen',
  scan: 'Search for leaked credentials',
  stages: { hibp: 'Have I Been Pwned', hudsonRock: 'Hudson Rock', ransomwareLive: 'ransomware.live', leakCheck: 'LeakCheck', intelX: 'Intelligence X', dehashed: 'DeHashed' },
  notices: { 'darkweb.newBreach': 'New breaches', 'darkweb.newInfectedEmployee': 'New infected employees', 'darkweb.ransomClaim': 'Claims of ransomware groups' },
}));
