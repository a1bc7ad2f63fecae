import { defineTexts, type SpokenOf } from '../../../core/texts.ts';

/** What alerts and notifications of this area say. */
export const accessibilityTexts = defineTexts('web/accessibility', ({ plural }) => ({
  alert: (title: string, pages: number) => `${title}: ${plural(pages, { one: 'page', other: 'pages' })}`,
  found: (domain: string, faults: number) => `${plural(faults, { one: 'new accessibility fault', other: 'new accessibility faults' })} on ${domain}`,
  line: (title: string, pages: number, criteria: string) => `${title} (${criteria}): ${plural(pages, { one: 'page', other: 'pages' })}`,
  more: (count: number) => plural(count, { one: 'more is in the audit', other: 'more are in the audit' }),
}));
export type AccessibilityTexts = SpokenOf<typeof accessibilityTexts>;
