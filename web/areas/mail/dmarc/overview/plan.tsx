import type { ReactNode } from 'react';
import { useSession } from '../../../../api/session.ts';
import { PageHead } from '../../../../parts/page-head.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { texts } from '../texts/reports.ts';

/** Shows what is inside where the plan has reports; otherwise which plan has them, before anything is refused. */
export function WithPlan({ title = texts.title, children }: { title?: string; children: () => ReactNode }) {
  if (useSession()?.plan === 'free') return <><PageHead title={title} /><PlanNote plan="pro" sample={<Sample of={texts.sample} as={['pass', 'warn', 'fail']} />}>{texts.planNeeded}</PlanNote></>;
  return children();
}
