import { Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useGet } from '../../../../api/queries.ts';
import { ClientProblem } from '../../../../../src/surfaces/client/index.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/lookalikes.ts';
import { Row } from '../list/happenings.tsx';
import shared from '../list/lookalikes.module.css';
import { Reasons } from '../list/reasons.tsx';
import { isSettled, RISKY, statusOfReview, statusOfState } from '../list/record-status.ts';
import { Evidence } from './evidence.tsx';
import { Judgement } from './judgement.tsx';
import { Known } from './known.tsx';
import classes from './lookalike.module.css';
import type { OneLookalike } from './types.ts';

const route = getRouteApi('/own/domains/$id/lookalikes/$name');
const { one: words } = texts;

/** One lookalike: how it stands and what to do, why its figures are so, the evidence, and everything that is known of it. */
export default function LookalikePage() {
  const { id, name } = route.useParams();
  return <One key={`${id} ${name}`} id={id} name={name} />;
}

function One({ id, name }: { id: string; name: string }) {
  const domain = useGet('GET /api/domains/{id}', { id });
  const query = useGet('GET /api/domains/{id}/lookalikes/{name}', { id, name });
  const one = query.data?.data;
  const isUnknown = query.error instanceof ClientProblem && query.error.failure.status === 404;
  return (
    <>
      <PageHead
        title={one?.unicodeName ?? name} tab={words.tab(one?.unicodeName ?? name)} answer={one && <Answer of={one} />}
        above={<Link to="/domains/$id/lookalikes" params={{ id }}>{words.above(domain.data?.data.unicodeName ?? '')}</Link>}
      />
      {isUnknown ? <Empty title={words.notKnown}>{words.notKnownWhy}</Empty> : <Loaded of={query} what={words.what}>{({ data }) => <Shown domainId={id} of={data} />}</Loaded>}
    </>
  );
}

function Shown({ domainId, of: one }: { domainId: string; of: OneLookalike }) {
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <Judgement domainId={domainId} of={one} />
        <section className={classes.section} aria-labelledby="reasons">
          <Title order={2} id="reasons">{texts.reasons.title}</Title>
          <Reasons of={one} />
        </section>
        <Evidence domainId={domainId} name={one.name} />
        <section className={classes.section} aria-labelledby="happened">
          <Title order={2} id="happened">{texts.events.title}</Title>
          {one.events.length === 0 ? <p className={shared.quiet}>{texts.events.noneOfOne}</p> : <div className={shared.rows}>{one.events.map(event => <Row key={event.id} event={event} />)}</div>}
        </section>
      </div>
      <Known of={one} />
    </div>
  );
}

/** How it stands, and what is next. */
function Answer({ of: one }: { of: OneLookalike }) {
  const { state, review, firstSeenAt } = one;
  return (
    <span className={classes.answer}>
      <StatusBadge status={statusOfState[state]} word={texts.states[state]} />
      {review.state !== 'new' && <StatusBadge status={statusOfReview[review.state]} word={texts.reviews[review.state]} />}
      <span>{words.next[nextOf(one)]}</span>
      <span>{texts.columns.since} <Ago at={firstSeenAt} /></span>
    </span>
  );
}

function nextOf({ state, review, risk }: OneLookalike): keyof typeof words.next {
  if (isSettled(review.state)) return 'settled';
  if (state === 'impersonating' || state === 'reEmerged' || state === 'takenDown') return state;
  return review.state === 'new' && risk >= RISKY ? 'risky' : 'quiet';
}
