import { PageHead } from '../../parts/page-head.tsx';
import { texts } from '../../texts/en/overview.ts';

export default function Overview() {
  return <PageHead title={texts.title} />;
}
