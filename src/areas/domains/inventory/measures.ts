import { severities } from '../../../core/finding.ts';
import { grades } from '../../../core/score.ts';
import { defineMeasures } from '../../measure.ts';
import { recordMeasures } from './record-states.ts';

// Replies of this area speak of these: so they stand here, and the areas that feed them declare them as theirs.

/** What the last scan of a domain came to; fed by the history. */
export const scanMeasures = defineMeasures('history', {
  score: { kind: 'count', says: 'Null before the first scan, and if too little could be assessed' },
  grade: { kind: 'word', words: grades, says: 'Grade of the score' },
  lastGrade: { kind: 'word', words: grades, says: 'Grade of the last scan that could be graded, where the last one could not' },
  lastGradedAt: { kind: 'time', says: 'When that scan was' },
  issues: { kind: 'count', standard: 0, says: 'Failed findings that are more than advice' },
  worst: { kind: 'word', words: severities, none: true, says: 'The severity of the worst issue' },
  expiresAt: { kind: 'time', says: 'When the registration expires, if known' },
  registrationAt: { kind: 'time', says: 'When the registry said so', listed: false },
  certificateExpiresAt: { kind: 'time', says: 'When the certificate of the website ends', listed: false },
  ...recordMeasures,
});

/** What changed at a domain; fed by the events. */
export const eventMeasures = defineMeasures('events', {
  openEvents: { kind: 'count', standard: 0, says: 'Pending changes' },
});

/** The measures of which this area knows; there may be more. */
export type KnownMeasures = typeof scanMeasures.of & typeof eventMeasures.of;
