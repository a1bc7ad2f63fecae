import { defineTexts } from '../../../../language/index.ts';

export const texts = defineTexts('assurance/compliance/compliance', ({ plural, number }) => ({
  title: 'Compliance',
  planNeeded: 'With it, you keep track of the frameworks that you have to meet: what is met of each control, the score of the DoD, and incidents with their legal clocks.',
  what: 'The list of frameworks',
  answer: {
    none: 'No framework applies yet. Choose those that you have to meet.',
    some: (open: number, frameworks: number) => (open === 0
      ? `Every control of ${plural(frameworks, { one: 'framework', other: 'frameworks' })} is met or does not apply.`
      : `${plural(open, { one: 'control', other: 'controls' })} of ${plural(frameworks, { one: 'framework', other: 'frameworks' })} ${open === 1 ? 'is' : 'are'} open.`),
  },
  incidents: 'Incidents',
  applies: 'Applies',
  others: 'Other frameworks',
  choose: 'It applies to us',
  unchoose: 'It no longer applies',
  open: 'Show its controls',
  percent: (percent: number, settled: number, total: number) => `${number(percent)} %: ${number(settled)} of ${number(total)} controls are met or do not apply`,
  sprs: {
    title: 'Score of the DoD',
    score: (score: number) => `${number(score)} of 110`,
    noPlan: 'No score: there is no system security plan (3.12.4).',
    status: {
      final: 'Everything is met.',
      conditional: 'Conditional: what is open may stand on a plan of action for 180 days.',
      none: (blockers: number) => `No status yet: ${plural(blockers, { one: 'reason', other: 'reasons' })} below.`,
    },
    most: 'What would raise it most',
    points: (points: number) => plural(points, { one: 'point', other: 'points' }),
    blockers: 'What stands in the way of the conditional status',
    reasons: { score: 'below 88', noSystemSecurityPlan: 'needed for any score', notOnPlanOfAction: 'may not stand on a plan of action' },
    more: (count: number) => `and ${number(count)} more`,
  },
  viewer: 'Only members, admins and owners can change this.',
  failed: 'The change was not saved.',
}));
