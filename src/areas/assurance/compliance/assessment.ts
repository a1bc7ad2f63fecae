/** How far a control is met; one that nobody has assessed counts as not met. */
export const statuses = ['notAssessed', 'met', 'partial', 'notMet', 'notApplicable'] as const;
export type Status = (typeof statuses)[number];

/** How it is met, where it is not simply implemented. */
export const approaches = ['implemented', 'alternative', 'compensating', 'inherited', 'planned'] as const;
export type Approach = (typeof approaches)[number];

/** What an account has said of each control, by the control's id; one that is left out was not assessed. */
export type Assessments = ReadonlyMap<string, Status>;

/** Whether nothing is left to do for it. */
export function isSettled(status: Status | undefined): boolean {
  return status === 'met' || status === 'notApplicable';
}
