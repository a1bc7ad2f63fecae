import { defineTexts, type SpokenOf } from '../../../core/texts.ts';
import type { Level } from './feeds/report.ts';

const levels: Readonly<Record<Level, string>> = {
  operational: 'operational', maintenance: 'under maintenance', degraded: 'degraded', partialOutage: 'partial outage', majorOutage: 'major outage', unknown: 'unknown',
};

/** What notifications and alerts of this area say. */
export const statusTexts = defineTexts('assurance/status', ({ sentence }) => ({
  levels,
  changed: (name: string, level: string) => `${name}: ${level}`,
  before: (level: string) => `Previously: ${level}.`,
  affected: (names: string) => sentence(`Affected: ${names}`),
  seePage: (page: string) => `Details: ${page}`,
  causeDetail: (page: string) => `Reported by the service itself. Details: ${page}`,
}));
export type StatusTexts = SpokenOf<typeof statusTexts>;
