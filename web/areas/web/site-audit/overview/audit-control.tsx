import { Button, Select } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { RepeatChoice, Scheduled, scheduleRoutes } from '../../audit-schedules/index.ts';
import { givenOf, noDraft, SignInChoice } from '../sign-in/choice.tsx';
import classes from '../site-audit.module.css';
import { texts } from '../texts/audit.ts';
import { auditRoutes, type Results } from '../types.ts';
import { UnderWay } from './under-way.tsx';

const { start: words } = texts;
const MODES = ['never', 'auto', 'always'] as const;
const LIMITS = [100, 500, 2000, 10_000] as const;
const USUAL_LIMIT = 500;
const startRoutes = [...auditRoutes, ...scheduleRoutes];

/** When the website was audited last, how to audit it now, and how far an audit is that goes on. */
export function AuditControl({ id, of, runId }: { id: string; of: Results | null; runId: string | null }) {
  const mayChange = useMayChange();
  const [maxPages, setMaxPages] = useState<number>(USUAL_LIMIT);
  const [render, setRender] = useState<typeof MODES[number]>('never');
  const [signIn, setSignIn] = useState(noDraft);
  const [everyDays, setEveryDays] = useState<number | null>(null);
  const send = useSend('POST /api/site-audit/start', startRoutes);
  const start = (event: FormEvent): void => {
    event.preventDefault();
    send.mutate({ domainId: id, maxPages, render, ...givenOf(signIn), ...(everyDays === null ? {} : { everyDays }) });
  };
  const followed = runId ?? send.data?.data.id ?? null;
  return (
    <div className={classes.section}>
      <form className={classes.section} onSubmit={start}>
        <div className={classes.bar}>
          <div className={classes.quiet}>
            {of?.audit.finishedAt && <p>{words.done} <Ago at={of.audit.finishedAt} /> · {words.pages(of.audit.pages)}</p>}
            <Scheduled domainId={id} kind="siteAudit" />
          </div>
          {mayChange && (
            <div className={classes.controls}>
              <Select label={words.limit} allowDeselect={false} data={LIMITS.map(value => ({ value: String(value), label: words.limits(value) }))} value={String(maxPages)} onChange={value => setMaxPages(Number(value ?? USUAL_LIMIT))} w={150} />
              <Select label={words.render} allowDeselect={false} data={MODES.map(value => ({ value, label: words.renders[value] }))} value={render} onChange={value => setRender(value ?? 'never')} w={160} />
              <RepeatChoice days={everyDays} onChoose={setEveryDays} />
              <Button type="submit" loading={send.isPending || runId !== null} leftSection={<Icon name="search" size={16} />}>{words.start}</Button>
            </div>
          )}
        </div>
        {mayChange && <Disclosure summary={texts.signIn.title}><SignInChoice draft={signIn} onChange={part => setSignIn({ ...signIn, ...part })} /></Disclosure>}
      </form>
      {send.error && <ProblemNote error={send.error} what={words.what} />}
      {followed !== null && <UnderWay key={followed} runId={followed} mayChange={mayChange} refreshes={auditRoutes} />}
    </div>
  );
}
