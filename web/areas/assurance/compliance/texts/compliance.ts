import { defineTexts } from '../../../../language/index.ts';

export const texts = defineTexts('assurance/compliance/compliance', ({ plural, number }) => ({
  title: 'Compliance',
  planNeeded: 'It lets you track the frameworks you have to meet: the status of each control, the SPRS score, and security incidents with their reporting deadlines.',
  what: 'The list of frameworks',
  answer: {
    none: 'No framework applies yet. Choose the ones you have to meet.',
    some: (open: number, frameworks: number) => (open === 0
      ? `Every control of ${plural(frameworks, { one: 'framework', other: 'frameworks' })} is met or does not apply.`
      : `${plural(open, { one: 'control', other: 'controls' })} of ${plural(frameworks, { one: 'framework', other: 'frameworks' })} ${open === 1 ? 'is' : 'are'} open.`),
  },
  incidents: 'Incidents',
  tasks: 'Tasks',
  wisp: 'Security plan (WISP)',
  applies: 'Applies',
  others: 'Other frameworks',
  choose: 'Applies to us',
  unchoose: 'No longer applies',
  open: 'Show its controls',
  percent: (percent: number, settled: number, total: number) => `${number(percent)} %: ${number(settled)} of ${number(total)} controls are met or do not apply`,
  sprs: {
    title: 'SPRS score',
    score: (score: number) => `${number(score)} of 110`,
    noPlan: 'No score: there is no system security plan (3.12.4).',
    status: {
      final: 'All controls are met.',
      conditional: 'Conditional: the open controls may be on a plan of action for up to 180 days.',
      none: (blockers: number) => `Not eligible: ${plural(blockers, { one: 'blocker', other: 'blockers' })} below.`,
    },
    most: 'What would raise it most',
    points: (points: number) => plural(points, { one: 'point', other: 'points' }),
    blockers: 'What blocks conditional status',
    reasons: { score: 'below 88', noSystemSecurityPlan: 'required for any score', notOnPlanOfAction: 'not allowed on a plan of action' },
    more: (count: number) => `and ${number(count)} more`,
  },
  viewer: 'Only members, admins and owners can change this.',
  failed: 'The change was not saved.',
}));
