import { Button, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { InputOf } from '../../../../api/client.ts';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, usePages, useSend } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/scanner-issues.ts';
import { Draft } from './draft.tsx';
import { ReportView, type Issue } from './report-view.tsx';
import classes from './scanner-issues.module.css';

type NewIssue = InputOf<'POST /api/scanner-issues'>;

const route = getRouteApi('/own/scanner-issues');
const statusOf: Readonly<Record<Issue['state'], Status>> = { draft: 'warn', sent: 'info', answered: 'pass' };

/** The findings that were reported as wrong, and a new report where the address names a finding. */
export default function ScannerIssuesPage() {
  const { issue, domain, finding, profile, sender, from } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (id: string | null): void => void navigate({ to: '.', search: id === null ? {} : { issue: id }, replace: true });
  const query = usePages('GET /api/scanner-issues', { limit: 50 });
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const session = useSession();
  const answers = session?.account.operator === true && (session.role === 'owner' || session.role === 'admin');
  return (
    <>
      <PageHead title={texts.title} answer={texts.answer} actions={answers ? <Button variant="default" renderRoot={props => <Link to="/scanner-issues/queue" {...props} />}>{texts.toQueue}</Button> : undefined} />
      {domain !== undefined && finding !== undefined && <Make of={{ domain, finding, profile: profile as NewIssue['profile'], sender, from }} onMade={open} />}
      <Loaded of={query} what={texts.what}>
        {() => rows.length === 0
          ? <Empty title={texts.empty} action={<Button variant="default" renderRoot={props => <Link to="/domain-checkup.html" {...props} />}>{texts.toCheck}</Button>}>{texts.emptyWhy}</Empty>
          : (
            <>
              <div className={classes.rows}>{rows.map(row => <Row key={row.id} of={row} isOpened={row.id === issue} onDone={open} />)}</div>
              <MoreRows of={query} />
            </>
          )}
      </Loaded>
    </>
  );
}

/** Asks before the domain is judged again, which takes time and counts as a check. */
function Make({ of, onMade }: { of: NewIssue; onMade: (id: string) => void }) {
  const mayChange = useMayChange();
  const { mutate, isPending, error } = useSend('POST /api/scanner-issues', ['GET /api/scanner-issues']);
  const words = texts.make;
  return (
    <section className={classes.card} aria-labelledby="make-title">
      <Title order={2} size="h4" id="make-title">{words.title(of.finding, of.domain)}</Title>
      <p>{mayChange ? words.says : texts.viewer}</p>
      {mayChange && <div><Button loading={isPending} onClick={() => mutate(of, { onSuccess: ({ data }) => onMade(data.id) })}>{words.action}</Button></div>}
      {error && <ProblemNote error={error} what={words.failed} />}
    </section>
  );
}

type Listed = { id: string; state: Issue['state']; domain: string; finding: Issue['finding']; createdAt: string; verdict: Issue['verdict'] };

function Row({ of: { id, state, domain, finding, createdAt, verdict }, isOpened, onDone }: { of: Listed; isOpened: boolean; onDone: (id: string | null) => void }) {
  const summary = (
    <span className={classes.summary}>
      <span className={classes.words}><span className={classes.title}>{finding.title}</span><span className={classes.quiet}>{domain} · <Ago at={createdAt} /></span></span>
      <StatusBadge status={statusOf[state]} word={verdict === null ? texts.states[state] : texts.verdicts[verdict]} />
    </span>
  );
  return <Disclosure key={`${id} ${isOpened}`} id={`issue-${id}`} summary={summary} isOpen={isOpened}><Whole id={id} onDone={onDone} /></Disclosure>;
}

function Whole({ id, onDone }: { id: string; onDone: (id: string | null) => void }) {
  const query = useGet('GET /api/scanner-issues/{id}', { id });
  return <Loaded of={query} what={texts.report}>{({ data }) => (data.state === 'draft' ? <Draft issue={data} onDone={onDone} /> : <Sent issue={data} onDone={onDone} />)}</Loaded>;
}

/** A report that was sent: what was said to it comes first. */
function Sent({ issue, onDone }: { issue: Issue; onDone: (id: string | null) => void }) {
  const mayChange = useMayChange();
  const { id, answer, answeredAt, verdict, comment, sentAt, report } = issue;
  const { mutate, isPending, error } = useSend('DELETE /api/scanner-issues/{id}', ['GET /api/scanner-issues']);
  return (
    <>
      {answer === null || verdict === null ? <p className={classes.quiet}>{texts.waits}</p> : (
        <div className={classes.block}>
          <p className={classes.label}>{texts.answered} <span className={classes.quiet}>{answeredAt && <Ago at={answeredAt} />}</span></p>
          <p><strong>{texts.verdicts[verdict]}</strong></p>
          <p className={classes.said}>{answer}</p>
        </div>
      )}
      {comment !== null && <div className={classes.block}><p className={classes.label}>{texts.comment} <span className={classes.quiet}>{texts.sentAt} {sentAt && <Ago at={sentAt} />}</span></p><p className={classes.said}>{comment}</p></div>}
      <ReportView of={report} />
      {mayChange && <div><Button size="xs" variant="default" loading={isPending} onClick={() => mutate({ id }, { onSuccess: () => onDone(null) })}>{texts.takeBack}</Button></div>}
      {error && <ProblemNote error={error} what={texts.takeBack} />}
    </>
  );
}
