import { Button } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { ClientProblem } from '../../../../../src/surfaces/client/index.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useGet, useSend } from '../../../../api/queries.ts';
import { sessionQuery, useSession } from '../../../../api/session.ts';
import { CopyButton } from '../../../../parts/copy.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { CheckReport } from '../report/check-report.tsx';
import { ReportWrong } from '../report/report-wrong.tsx';
import { texts } from '../texts/check.ts';
import classes from './check.module.css';
import { useCheck, type Depth } from './use-check.ts';

interface LiveCheckProps {
  domain: string;
  depth: Depth;
  /** Grows with each wish for a new check of the same. */
  attempts: number;
  box: ReactNode;
}

/** A check while it goes on, and its report. */
export default function LiveCheck({ domain, depth, attempts, box }: LiveCheckProps) {
  const { report, error, isChecking, checkAgain } = useCheck(domain, depth);
  const queries = useQueryClient();
  const heard = useRef(attempts);
  useEffect(() => {
    if (heard.current === attempts) return;
    heard.current = attempts;
    checkAgain();
  });
  // What is left of the day's checks has changed.
  useEffect(() => {
    if (!isChecking) void queries.invalidateQueries(sessionQuery);
  }, [isChecking, queries]);
  const checked = report?.result?.domain;
  return (
    <>
      <PageHead title={texts.titleOf(domain)} actions={checked === undefined ? null : <Actions domain={checked} />} />
      {box}
      {error && <Failed error={error} domain={domain} onRetry={checkAgain} />}
      {report && <div className={classes.report}><CheckReport report={report} onCheckAgain={checkAgain} isChecking={isChecking} actionOf={({ id }) => <ReportWrong domain={report.domain} finding={id} />} /></div>}
    </>
  );
}

/** Why there is no report: a name that is none leads to the one that was probably meant. */
function Failed({ error, domain, onRetry }: { error: Error; domain: string; onRetry: () => void }) {
  const problem = error instanceof ClientProblem ? error.failure.problem : null;
  if (problem?.code !== 'invalid_domain') return <ProblemNote error={error} what={texts.what(domain)} onRetry={onRetry} />;
  const { detail, suggestion } = problem;
  return (
    <section className={classes.invalid} data-status="warn" role="alert">
      <p className={classes.invalidTitle}>{texts.invalid}</p>
      <p>{detail}</p>
      {suggestion === undefined
        ? <p>{texts.other}</p>
        : <Button size="xs" renderRoot={props => <Link to="/domain-checkup.html" search={before => ({ ...before, domain: suggestion })} {...props} />}>{texts.suggest(suggestion)}</Button>}
    </section>
  );
}

function Actions({ domain }: { domain: string }) {
  return (
    <>
      <Keep domain={domain} />
      <Button variant="default" onClick={() => window.print()}>{texts.print}</Button>
      <CopyButton text={window.location.href} what={texts.copyLink} />
    </>
  );
}

/** Leads to the domain in the inventory, or adds it there; who only reads is offered nothing that would be refused. */
function Keep({ domain }: { domain: string }) {
  const role = useSession()?.role;
  const router = useRouter();
  const { data } = useGet('GET /api/domains', { search: domain, limit: 200 });
  const add = useSend('POST /api/domains', ['GET /api/domains', 'GET /api/overview']);
  if (!data) return null;
  const own = data.data.find(({ name }) => name === domain);
  if (own) return <Button variant="default" renderRoot={props => <Link to="/domains/$id" params={{ id: own.id }} {...props} />}>{texts.added}</Button>;
  if (role === 'viewer') return null;
  const keep = (): void => add.mutate({ name: domain }, { onSuccess: ({ data: { id } }) => void router.navigate({ to: '/domains/$id', params: { id } }) });
  return (
    <>
      {add.error && <ProblemNote error={add.error} what={texts.addWhat(domain)} />}
      <Button leftSection={<Icon name="plus" size={15} />} loading={add.isPending} onClick={keep}>{texts.add}</Button>
    </>
  );
}
