import { Button, Select, Textarea, TextInput, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { InputOf } from '../../../../api/client.ts';
import { useMayChange } from '../../../../api/may.ts';
import { usePages, useSend } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import classes from '../compliance.module.css';
import { ForPlan } from '../for-plan.tsx';
import { texts } from '../texts/incidents.ts';
import type { Deadlines, Incident } from '../types.ts';

type Input = InputOf<'GET /api/compliance/incidents'>;

const route = getRouteApi('/own/compliance/incidents');
const badges: Readonly<Record<Incident['status'], Status>> = { open: 'fail', contained: 'warn', resolved: 'info', closed: 'pass', dismissed: 'off' };

/** Security incidents, and which duty of theirs is next. */
export default function IncidentsPage() {
  return <ForPlan title={texts.title}><Incidents /></ForPlan>;
}

function Incidents() {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const query = usePages('GET /api/compliance/incidents', { limit: 50, ...(status && { status: [status] }) } as Input);
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <PageHead
        title={texts.title} above={<Link to="/compliance">{texts.back}</Link>} answer={query.data === undefined ? undefined : <Answer deadlines={query.data.pages[0]!.deadlines} />}
        actions={<Button variant="default" renderRoot={props => <Link to="/compliance/clocks" {...props} />}>{texts.clocks}</Button>}
      />
      <Make onMade={id => void navigate({ to: '/compliance/incidents/$id', params: { id } })} />
      <FilterBar values={{ status }} onChange={changed => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true })} filters={[
        { kind: 'choice', name: 'status', label: texts.filters.status, options: Object.entries(texts.statuses).map(([value, label]) => ({ value, label })) },
      ]} />
      <Loaded of={query} what={texts.what}>
        {() => rows.length === 0 ? <Empty title={texts.empty}>{texts.emptyWhy}</Empty> : (
          <>
            <div>{rows.map(one => <Summary key={one.id} of={one} />)}</div>
            <MoreRows of={query} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** What is due next, over all incidents. */
function Answer({ deadlines: { overdue, next } }: { deadlines: Deadlines }) {
  if (overdue === 0 && next === null) return texts.answer.quiet;
  return <>{overdue > 0 && <span>{texts.answer.overdue(overdue)}</span>} {next && <span>{texts.answer.next(next.duty, next.incident, language.timestamp(new Date(next.dueAt)))}</span>}</>;
}

function Summary({ of: { id, title, kind, status, discoveredAt, obligations } }: { of: Incident }) {
  const late = obligations.some(({ overdue }) => overdue);
  return (
    <div className={classes.duty}>
      <span className={classes.words}><Link to="/compliance/incidents/$id" params={{ id }}>{title}</Link><br /><span className={classes.quiet}><span>{texts.kinds[kind]}</span> · <span>{texts.discovered}</span> <Ago at={discoveredAt} /></span></span>
      {late && <StatusBadge status="fail" word={texts.overdue} />}
      <StatusBadge status={badges[status]} word={texts.statuses[status]} />
    </div>
  );
}

function Make({ onMade }: { onMade: (id: string) => void }) {
  const mayChange = useMayChange();
  const [given, setGiven] = useState({ title: '', kind: 'securityIncident' as Incident['kind'], severity: '3', discoveredAt: '' });
  const { mutate, isPending, error } = useSend('POST /api/compliance/incidents', ['GET /api/compliance/incidents']);
  const words = texts.fields;
  if (!mayChange) return <p className={classes.quiet}>{texts.viewer}</p>;
  const send = (): void => mutate({
    title: given.title, kind: given.kind, severity: Number(given.severity), discoveredAt: (given.discoveredAt === '' ? new Date() : new Date(given.discoveredAt)).toISOString(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }, { onSuccess: ({ data }) => onMade(data.id) });
  return (
    <Disclosure summary={<Title order={2} size="h5">{texts.open}</Title>}>
      <form className={classes.form} onSubmit={event => { event.preventDefault(); send(); }}>
        <Textarea label={words.title} required withAsterisk={false} maxLength={300} value={given.title} onChange={event => { const { value } = event.currentTarget; setGiven(before => ({ ...before, title: value })); }} />
        <Select label={words.kind} data={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))} value={given.kind} allowDeselect={false} onChange={value => setGiven(before => ({ ...before, kind: value as Incident['kind'] }))} />
        <Select label={words.severity} data={['1', '2', '3', '4', '5']} value={given.severity} allowDeselect={false} onChange={value => setGiven(before => ({ ...before, severity: value! }))} />
        <TextInput label={words.discoveredAt} type="datetime-local" value={given.discoveredAt} onChange={event => { const { value } = event.currentTarget; setGiven(before => ({ ...before, discoveredAt: value })); }} />
        {error && <ProblemNote error={error} what={texts.failed} />}
        <div><Button type="submit" loading={isPending}>{texts.open}</Button></div>
      </form>
    </Disclosure>
  );
}
