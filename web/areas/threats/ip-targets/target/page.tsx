import { getRouteApi, Link } from '@tanstack/react-router';
import { useGet } from '../../../../api/queries.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { StatusMark } from '../../../../parts/status-badge.tsx';
import classes from '../ip-targets.module.css';
import { statuses } from '../status.ts';
import { texts } from '../texts/ip-targets.ts';
import type { Details } from '../types.ts';
import { Addresses } from './addresses.tsx';
import { Confirmation } from './confirmation.tsx';
import { Control } from './control.tsx';
import { Events } from './events.tsx';
import { Proof } from './proof.tsx';
import { Sources } from './sources.tsx';

const { target: words } = texts;
const route = getRouteApi('/own/ip-targets/$id');
const EVERY_MS = 60_000;

/** One target: how it stands and what changed first, then each address with everything that is known of it. */
export default function Page() {
  const { id } = route.useParams();
  const { event } = route.useSearch();
  const query = useGet('GET /api/ip-targets/{id}', { id }, { everyMs: EVERY_MS });
  const data = query.data?.data;
  return (
    <div className={classes.page}>
      <PageHead title={data?.label ?? data?.target ?? texts.title} answer={data && <Answer of={data} />} above={<Link to="/ip-targets">{words.all}</Link>} />
      <Loaded of={query} what={words.what}>
        {({ data: target }) => (
          <>
            <Control of={target} />
            <Events targetId={id} opened={event} />
            <Proof of={target} />
            <Confirmation of={target} />
            <Addresses addresses={target.addresses} />
            <Sources of={target.lists} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Answer({ of: { target, label, status, counts: { openEvents, listed } } }: { of: Details }) {
  const says = status === 'decide' ? words.decide(openEvents) : status === 'listed' ? words.listed(listed) : words.statuses[status];
  return <><span className={classes.item}><StatusMark status={statuses[status]} />{says}</span>{label !== null && <> <code>{target}</code></>}</>;
}
