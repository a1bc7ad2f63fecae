import { usePages } from '../../../../api/queries.ts';
import { ChannelsPart } from './channels.tsx';
import { RulesPart } from './rules.tsx';
import { WeeklyPart } from './weekly.tsx';

/** Where notifications go besides the dashboard, which of them, and the weekly report. */
export default function NotificationSettings() {
  const channels = usePages('GET /api/notification-channels', { limit: 200 });
  return (
    <>
      <ChannelsPart of={channels} />
      <RulesPart channels={channels.data?.pages.flatMap(({ data }) => data) ?? []} />
      <WeeklyPart />
    </>
  );
}
