import { defineTexts, type SpokenOf } from '../../../core/texts.ts';

/** What notifications and alerts of this area say. */
export const complianceTexts = defineTexts('assurance/compliance', ({ plural }) => ({
  contradicted: (framework: string, control: string, title: string) => `${framework} ${control}, ${title}: evidence contradicts its status`,
  contradicts: (count: number) => `Evidence contradicts ${plural(count, { one: 'control', other: 'controls' })} that you assessed as met or partly met`,
  control: (framework: string, control: string) => `${framework} ${control}`,
  seen: (domain: string | null, title: string) => (domain === null ? title : `${domain}: ${title}`),
  more: (count: number) => `And ${plural(count, { one: 'other', other: 'others' })}.`,
}));
export type ComplianceTexts = SpokenOf<typeof complianceTexts>;
