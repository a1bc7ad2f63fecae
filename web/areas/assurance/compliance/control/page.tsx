import { getRouteApi, Link } from '@tanstack/react-router';
import { useGet } from '../../../../api/queries.ts';
import { PageHead } from '../../../../parts/page-head.tsx';
import { ForPlan } from '../for-plan.tsx';
import { texts } from '../texts/framework.ts';
import { ControlView } from './control.tsx';

const route = getRouteApi('/own/compliance/controls/$id');

/** One control with its evidence. */
export default function ControlPage() {
  return <ForPlan title={texts.control}><Control /></ForPlan>;
}

function Control() {
  const { id } = route.useParams();
  const { data } = useGet('GET /api/compliance/{id}', { id });
  const of = data?.data;
  const framework = id.split(':', 1)[0]!;
  return (
    <>
      <PageHead
        title={of ? `${of.control} ${of.title}` : texts.control} above={<Link to="/compliance/frameworks/$framework" params={{ framework }}>{texts.controls}</Link>}
        answer={of && <><span>{texts.statuses[of.status]}.</span> {of.attention && <span>{texts.contradicted}</span>}</>}
      />
      <ControlView id={id} />
    </>
  );
}
