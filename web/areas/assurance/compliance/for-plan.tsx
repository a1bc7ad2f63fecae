import type { ReactNode } from 'react';
import { useSession } from '../../../api/session.ts';
import { PageHead } from '../../../parts/page-head.tsx';
import { PlanNote } from '../../../parts/plan-note.tsx';
import { Sample } from '../../../parts/sample.tsx';
import { texts } from './texts/compliance.ts';

/** A page of this area, or what plan it needs: then nothing is asked. */
export function ForPlan({ title, children }: { title: string; children: ReactNode }) {
  const plan = useSession()?.plan;
  if (plan === undefined) return null;
  return plan === 'free' ? <><PageHead title={title} /><PlanNote plan="pro" sample={<Sample of={texts.sample} as={['pass', 'fail', 'unknown']} />}>{texts.planNeeded}</PlanNote></> : children;
}
