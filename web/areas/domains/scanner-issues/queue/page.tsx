import { Button, Select, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { DataOf, InputOf } from '../../../../api/client.ts';
import { useGet, usePages, useSend } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { ReportView } from '../reports/report-view.tsx';
import classes from '../reports/scanner-issues.module.css';
import { texts } from '../texts/scanner-issues.ts';

type Whole = DataOf<'GET /api/operator/scanner-issues/{id}'>['data'];
type Verdict = NonNullable<Whole['verdict']>;

const route = getRouteApi('/own/scanner-issues/queue');
const words = texts.queue;

/** For the operator: what was reported as wrong, and the answers. */
export default function QueuePage() {
  const session = useSession();
  const answers = session?.account.operator === true && (session.role === 'owner' || session.role === 'admin');
  return answers ? <Queue /> : <><PageHead title={words.title} /><Empty title={words.forOperators} /></>;
}

function Queue() {
  const { issue, state } = route.useSearch();
  const navigate = route.useNavigate();
  const query = usePages('GET /api/operator/scanner-issues', { limit: 50, ...(state && { state }) } as InputOf<'GET /api/operator/scanner-issues'>);
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const waiting = query.data?.pages[0]?.waiting;
  const options = [{ value: 'sent', label: words.waiting }, { value: 'answered', label: texts.states.answered }];
  return (
    <>
      <PageHead title={words.title} answer={waiting === undefined ? undefined : words.answer(waiting)} />
      <FilterBar filters={[{ kind: 'choice', name: 'state', label: words.filter, options }]} values={{ state }} onChange={changed => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true })} />
      <Loaded of={query} what={words.what}>
        {() => rows.length === 0 ? <Empty title={words.empty}>{words.emptyWhy}</Empty> : (
          <>
            <div className={classes.rows}>{rows.map(({ id, finding, domain, account, createdAt, state: at, verdict }) => (
              <Disclosure key={id} id={`issue-${id}`} isOpen={id === issue} summary={(
                <span className={classes.summary}>
                  <span className={classes.words}><span className={classes.title}>{finding.title}</span><span className={classes.quiet}>{domain} · {account.name} · <Ago at={createdAt} /></span></span>
                  <StatusBadge status={at === 'sent' ? 'warn' : 'pass'} word={verdict === null ? words.waiting : texts.verdicts[verdict]} />
                </span>
              )}><Opened id={id} /></Disclosure>
            ))}</div>
            <MoreRows of={query} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Opened({ id }: { id: string }) {
  const query = useGet('GET /api/operator/scanner-issues/{id}', { id });
  return <Loaded of={query} what={texts.report}>{({ data }) => <Reported issue={data} />}</Loaded>;
}

function Reported({ issue }: { issue: Whole }) {
  const { id, comment, report, now } = issue;
  const isSame = now !== null && JSON.stringify(now) === JSON.stringify(report.states);
  return (
    <>
      {comment !== null && <div className={classes.block}><p className={classes.label}>{words.comment}</p><p className={classes.said}>{comment}</p></div>}
      <p>{now === null ? words.unreadable : isSame ? words.same : words.differs}</p>
      <div className={classes.block}>
        <div><Button component="a" variant="default" size="xs" href={`/api/operator/scanner-issues/${id}/file`}>{words.download}</Button></div>
        <p className={classes.quiet}>{words.replay}</p>
      </div>
      <ReportView of={report} />
      <AnswerForm issue={issue} />
    </>
  );
}

/** An answer begins as one of the templates, in the language of the reporter. */
function AnswerForm({ issue: { id, templates, verdict, answer } }: { issue: Whole }) {
  const [chosen, setChosen] = useState<{ verdict: Verdict; text: string }>({ verdict: verdict ?? 'undecided', text: answer ?? '' });
  const { mutate, isPending, error } = useSend('POST /api/operator/scanner-issues/{id}/answer', ['GET /api/operator/scanner-issues', 'GET /api/operator/scanner-issues/{id}']);
  const verdicts = Object.entries(texts.verdicts).map(([value, label]) => ({ value, label }));
  return (
    <div className={classes.card}>
      <Select label={words.template} data={templates.map(({ id: value, text }) => ({ value, label: text }))} value={null} onChange={value => {
        const template = templates.find(one => one.id === value);
        if (template) setChosen({ verdict: template.verdict, text: template.text });
      }} />
      <Select label={words.verdict} data={verdicts} value={chosen.verdict} allowDeselect={false} onChange={value => setChosen({ ...chosen, verdict: value as Verdict })} />
      <Textarea label={words.answerLabel} maxLength={2000} autosize minRows={3} value={chosen.text} onChange={event => setChosen({ ...chosen, text: event.currentTarget.value })} />
      <div><Button disabled={chosen.text.trim() === ''} loading={isPending} onClick={() => mutate({ id, verdict: chosen.verdict, answer: chosen.text.trim() }, { onSuccess: () => void notifications.show({ title: words.sent, message: '' }) })}>{words.send}</Button></div>
      {error && <ProblemNote error={error} what={words.sending} />}
    </div>
  );
}
