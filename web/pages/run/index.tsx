import { PageHead } from '../../parts/page-head.tsx';
import { texts } from '../../texts/en/run.ts';

export default function RunPage() {
  return <PageHead title={texts.title} />;
}
