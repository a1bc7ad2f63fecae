import { Facts } from '../../../../parts/facts.tsx';
import type { ReportRecord } from './types.ts';
import type { RecordView } from './views.ts';

/** How a record without a view of its own is shown: its fields as the reply has them. */
export const plainView: RecordView<ReportRecord> = {
  line: ({ issues }) => issues[0] ?? '',
  Body: ({ record: { status: _status, issues: _issues, ...fields } }) => (
    <Facts of={Object.entries(fields).map(([name, value]) => [name, value === null ? null : <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>])} />
  ),
};
