import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useGet } from '../../../../api/queries.ts';
import { useSession, type Session } from '../../../../api/session.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { texts } from '../texts/overview.ts';
import { answerOf } from './answer.ts';
import { Changes } from './changes.tsx';
import { ChannelsNote } from './channels-note.tsx';
import { Estate } from './estate.tsx';
import { FirstSteps } from './first-steps.tsx';
import { noteVisit } from './last-visit.ts';
import classes from './overview.module.css';
import { Allowances, UnderWay } from './side.tsx';
import { Urgent } from './urgent.tsx';

const EVERY_MS = 60_000;
const SHOWN = 6;

/** How everything stands: am I safe, what changed, what is next. */
export default function OverviewPage() {
  const session = useSession();
  return session && <StatusSection session={session} />;
}

function StatusSection({ session }: { session: Session }) {
  const [visit] = useState(() => noteVisit(session.account.id, Date.now(), window.localStorage));
  const overview = useGet('GET /api/overview', {}, { everyMs: EVERY_MS });
  const since = { from: visit.since, changes: 'true' } as const;
  const events = useGet('GET /api/domain-events', { ...since, limit: SHOWN }, { everyMs: EVERY_MS });
  const changed = useGet('GET /api/domain-events/summary', since, { everyMs: EVERY_MS }).data?.data.total;
  const answer = overview.data && (
    <>
      <strong className={classes.answer}>{answerOf(overview.data.data)}</strong>{' '}
      {changed === undefined || visit.isFirst ? null : texts.changed(changed)}
    </>
  );
  return (
    <>
      <PageHead title={texts.title} answer={answer} actions={<Button variant="default" renderRoot={props => <Link to="/domain-checkup.html" {...props} />}>{texts.check}</Button>} />
      <div className={classes.page}>
        <div className={classes.main}>
          <Loaded of={overview} what={texts.what} skeleton={<Shape />}>
            {({ data }) => (data.totals.domains === 0 ? <FirstSteps session={session} /> : <><ChannelsNote of={data.channels} /><Urgent alerts={data.urgent} count={data.urgentCount} /><Estate of={data} /></>)}
          </Loaded>
          <Changes of={events} isFirst={visit.isFirst} />
        </div>
        <div className={classes.side}>
          <UnderWay />
          <Allowances of={session.allowances} />
        </div>
      </div>
    </>
  );
}

function Shape() {
  return <div className={classes.main}><Skeleton height={260} /><Skeleton height={180} /></div>;
}
