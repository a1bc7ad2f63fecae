import { Anchor, Button, Title } from '@mantine/core';
import { useGet, useSend } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Facts } from '../../../../parts/facts.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import classes from '../darkweb.module.css';
import { Sections } from '../sections.tsx';
import { texts } from '../texts/darkweb.ts';
import { darkwebRoutes, statusOfState, type Source } from '../types.ts';

const { sources: words } = texts;

/** Which sources are asked, what each knows, and what the operator accepts. */
export default function Sources() {
  const plan = useSession()?.plan;
  return plan === 'free' ? <><PageHead title={texts.title} /><PlanNote plan="pro">{texts.planNeeded}</PlanNote></> : <Shown />;
}

function Shown() {
  const query = useGet('GET /api/darkweb/status', { limit: 1 });
  return (
    <div className={classes.page}>
      <PageHead title={texts.title} answer={<span>{words.why}</span>} />
      <Sections />
      <Loaded of={query} what={words.what}>{({ data: { sources } }) => <>{sources.map(source => <OneSource key={source.id} source={source} />)}</>}</Loaded>
    </div>
  );
}

function OneSource({ source: { id, title, state, configured, termsAccepted, terms, coverage, sends, setting, lastOk, lastError, limitedUntil } }: { source: Source }) {
  const session = useSession();
  const send = useSend('PATCH /api/admin/darkweb-sources/{source}', darkwebRoutes);
  const mayAccept = session?.account.operator === true && (session.role === 'admin' || session.role === 'owner');
  return (
    <section className={classes.section} aria-labelledby={`source-${id}`}>
      <Title order={2} size="h3" id={`source-${id}`}>{title}</Title>
      <div className={classes.inside}>
        <div className={classes.controls}><StatusBadge status={statusOfState[state]} word={texts.states[state]} />{lastError !== null && <span className={classes.quiet}>{lastError}</span>}</div>
        <Facts of={[
          [words.covers, coverage], [words.sends, sends],
          [words.terms, <span key="terms">{terms.says} <Anchor underline="always" href={terms.url} target="_blank" rel="noreferrer">{terms.url}</Anchor></span>],
          [words.lastOk, lastOk && <Ago key="ok" at={lastOk} />], [words.limited, limitedUntil && <Ago key="until" at={limitedUntil} />],
        ]} />
        {!configured && <p className={classes.quiet}>{words.needs(setting)}</p>}
        {mayAccept && <div><Button size="xs" variant="default" loading={send.isPending} onClick={() => send.mutate({ source: id, accepted: !termsAccepted })}>{termsAccepted ? words.withdraw : words.accept}</Button></div>}
        {send.error && <ProblemNote error={send.error} what={words.accepting} />}
      </div>
    </section>
  );
}
