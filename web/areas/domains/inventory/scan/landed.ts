import type { RunUpdate } from '../../../../api/run.ts';
import type { Records, ReportRecord } from '../../check/index.ts';

/** The records that have landed; a later one counts. */
export function recordsOf(events: readonly Pick<RunUpdate, 'name' | 'data'>[]): Partial<Records> {
  return Object.fromEntries(events.filter(({ name }) => name === 'record').map(({ data }) => {
    const { name, record } = data as { name: ReportRecord; record: Records[ReportRecord] };
    return [name, record];
  }));
}
