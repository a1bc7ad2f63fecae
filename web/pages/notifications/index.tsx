import { PageHead } from '../../parts/page-head.tsx';
import { texts } from '../../texts/en/notifications.ts';

export default function NotificationsPage() {
  return <PageHead title={texts.title} />;
}
