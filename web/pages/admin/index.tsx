import { PageHead } from '../../parts/page-head.tsx';
import { texts } from '../../texts/en/admin.ts';

export default function Admin() {
  return <PageHead title={texts.title} />;
}
