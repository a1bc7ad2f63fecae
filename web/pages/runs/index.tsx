import { PageHead } from '../../parts/page-head.tsx';
import { texts } from '../../texts/en/runs.ts';

export default function Runs() {
  return <PageHead title={texts.title} />;
}
