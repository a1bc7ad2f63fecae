import { defineTexts } from '../../../../language/index.ts';

export const texts = defineTexts('assurance/compliance/framework', ({ plural, number }) => ({
  controls: 'Controls',
  what: 'The list of controls',
  back: 'All frameworks',
  answer: (settled: number, total: number, overdue: number) => `${number(settled)} of ${number(total)} controls are met or do not apply.${overdue > 0 ? ` ${plural(overdue, { one: 'control is', other: 'controls are' })} overdue.` : ''}`,
  statuses: { notAssessed: 'Not assessed', met: 'Met', partial: 'Partly met', notMet: 'Not met', notApplicable: 'Does not apply' },
  approaches: { implemented: 'Implemented', alternative: 'Alternative measure', compensating: 'Compensating measure', inherited: 'Inherited from a provider', planned: 'Planned' },
  filters: { status: 'Status', family: 'Family', search: 'Number or words' },
  empty: 'No control matches the filters.',
  notChosen: 'This framework does not apply to the account.',
  points: (points: number) => plural(points, { one: 'point', other: 'points' }),
  required: 'Required',
  addressable: 'Addressable',
  overdue: 'Overdue',
  due: (day: string) => `Due ${day}`,
  fields: {
    status: 'Status', approach: 'How it is met', justification: 'Why it does not apply, or why another measure is equivalent', owner: 'Who answers for it', dueOn: 'To be met by',
    planOfAction: 'Plan of action', privateText: 'Text of your own, such as licensed words of the standard', note: 'Why you change it; it stays in the history',
  },
  save: 'Save',
  saved: 'Saved',
  failed: 'The change was not saved.',
  history: 'History',
  changed: (version: number) => `Version ${number(version)}`,
  fieldNames: {
    status: 'Status', approach: 'How it is met', justification: 'Reason', owner: 'Owner', dueOn: 'Due date', planOfAction: 'Plan of action', privateText: 'Own text',
  } as Readonly<Record<string, string>>,
  nothing: 'nothing',
  fromTo: (field: string, from: string, to: string) => `${field}: ${from} → ${to}`,
  noText: 'The words of this requirement are not shown here. Read them in the source.',
  viewer: 'Only members, admins and owners can change this.',
}));
