import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useGet } from '../../../../api/queries.ts';
import { useNow } from '../../../../parts/ago.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { ForPlan } from '../for-plan.tsx';
import { texts } from '../texts/incidents.ts';
import type { Incident } from '../types.ts';
import { leftUntil } from './countdown.tsx';
import { IncidentView } from './incident.tsx';

const route = getRouteApi('/own/compliance/incidents/$id');

/** One incident: what is known of it, and how long is left for each duty. */
export default function IncidentPage() {
  return <ForPlan title={texts.incident}><IncidentOf /></ForPlan>;
}

function IncidentOf() {
  const { id } = route.useParams();
  const query = useGet('GET /api/compliance/incidents/{id}', { id });
  const of = query.data?.data;
  const file = `/api/compliance/incidents/${id}/export`;
  return (
    <>
      <PageHead
        title={of?.title ?? texts.incident} above={<Link to="/compliance/incidents">{texts.title}</Link>} answer={of && <Answer of={of} />}
        actions={<><Button variant="default" component="a" href={`${file}?format=pdf`} download>{texts.pdf}</Button><Button variant="default" component="a" href={`${file}?format=docx`} download>{texts.docx}</Button></>}
      />
      <Loaded of={query} what={texts.whatOne}>{({ data }) => <IncidentView of={data} />}</Loaded>
    </>
  );
}

/** What is overdue, and how long is left for what comes next. */
function Answer({ of: { obligations } }: { of: Incident }) {
  const now = useNow();
  const running = obligations.filter(({ state, dueAt }) => state === 'open' && dueAt !== null);
  const overdue = running.filter(one => Date.parse(one.dueAt!) < now).length;
  const next = running.find(one => Date.parse(one.dueAt!) >= now);
  if (running.length === 0) return texts.answer.quiet;
  return <>{overdue > 0 && <span>{texts.answer.overdue(overdue)}</span>} {next && <span>{texts.answer.left(next.title, leftUntil(Date.parse(next.dueAt!), now))}</span>}</>;
}
