import { defineArea } from '../../../area.ts';

/** Audits that are done again by themselves: shown and ended where they are started. */
export const auditSchedules = defineArea({});
