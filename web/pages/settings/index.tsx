import { PageHead } from '../../parts/page-head.tsx';
import { texts } from '../../texts/en/settings.ts';

export default function Settings() {
  return <PageHead title={texts.title} />;
}
