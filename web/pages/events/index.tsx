import { PageHead } from '../../parts/page-head.tsx';
import { texts } from '../../texts/en/events.ts';

export default function Events() {
  return <PageHead title={texts.title} />;
}
