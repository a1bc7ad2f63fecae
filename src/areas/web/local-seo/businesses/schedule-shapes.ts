import { z } from 'zod';
import { gridChoices, maxCostUsd } from '../grid/settings.ts';

const everyDays = z.int().min(1).max(90);

/** A rank grid that is scanned regularly. */
export const ScheduleInput = z.strictObject({
  ...gridChoices, everyDays: everyDays.default(7).describe('Days between two scans'), withinHours: z.boolean().default(false).describe('Waits until the business is open; needs `hours` and `timeZone`'),
  maxCostUsd: maxCostUsd.describe('What one scan may cost at most, in US dollars; one that would cost more is not made'),
});
export type ScanSchedule = z.output<typeof ScheduleInput>;

export const ScheduleRecord = z.object({
  ...gridChoices, everyDays, withinHours: z.boolean(), maxCostUsd: z.number(),
  nextAt: z.iso.datetime(), skipped: z.string().nullable().describe('Why the last scheduled scan was skipped'),
}).meta({ id: 'LocalSeoSchedule' });
