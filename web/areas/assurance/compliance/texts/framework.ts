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
    status: 'Status', approach: 'Approach', justification: 'Justification', owner: 'Owner', dueOn: 'Due date',
    planOfAction: 'Plan of action', privateText: 'Private text, such as the licensed wording of the standard', note: 'Reason for the change (kept in the history)',
  },
  save: 'Save',
  saved: 'Saved',
  failed: 'The change was not saved.',
  history: 'History',
  changed: (version: number) => `Version ${number(version)}`,
  fieldNames: {
    status: 'Status', approach: 'Approach', justification: 'Justification', owner: 'Owner', dueOn: 'Due date', planOfAction: 'Plan of action', privateText: 'Private text',
  } as Readonly<Record<string, string>>,
  nothing: 'nothing',
  fromTo: (field: string, from: string, to: string) => `${field}: ${from} → ${to}`,
  noText: 'The text of this requirement is not shown here. See the source.',
  viewer: 'Only members, admins and owners can change this.',
}));
