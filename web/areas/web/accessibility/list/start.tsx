import { Button, Select, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { InputOf } from '../../../../api/client.ts';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { RepeatChoice, Scheduled, scheduleRoutes } from '../../audit-schedules/index.ts';
import { UnderWay } from '../../site-audit/index.ts';
import classes from '../accessibility.module.css';
import { texts } from '../texts/audit.ts';
import { auditRoutes } from '../types.ts';
import { givenOf, noDraft, StepsChoice } from './steps.tsx';

const { start: words } = texts;
const LIMITS = [1, 5, 20, 100] as const;
const startRoutes = [...auditRoutes, ...scheduleRoutes];
const viewports = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;
const kinds = (['wcag22', 'wcag21', 'wcag20'] as const).flatMap(standard => (['AA', 'A'] as const).map(level => ({ value: `${standard} ${level}`, standard, level })));

/** Asks for an audit, and shows how far one is that goes on. */
export function StartAudit({ domainId, runId }: { domainId: string; runId: string | null }) {
  const mayChange = useMayChange();
  const send = useSend('POST /api/accessibility-audit', startRoutes);
  const followed = runId ?? send.data?.data.id ?? null;
  return (
    <div className={classes.section}>
      {mayChange && <Form isBusy={send.isPending || runId !== null} onStart={choices => send.mutate({ domainId, ...choices })} />}
      <Scheduled domainId={domainId} kind="accessibilityAudit" />
      {send.error && <ProblemNote error={send.error} what={words.what} />}
      {followed !== null && <UnderWay key={followed} runId={followed} mayChange={mayChange} refreshes={auditRoutes} />}
    </div>
  );
}

type Choices = Omit<InputOf<'POST /api/accessibility-audit'>, 'domainId' | 'url'>;

function Form({ isBusy, onStart }: { isBusy: boolean; onStart: (choices: Choices) => void }) {
  const [kind, setKind] = useState('wcag22 AA');
  const [maxPages, setMaxPages] = useState(5);
  const [viewport, setViewport] = useState<keyof typeof viewports>('desktop');
  const [urls, setUrls] = useState('');
  const [steps, setSteps] = useState(noDraft);
  const [everyDays, setEveryDays] = useState<number | null>(null);
  const start = (event: FormEvent): void => {
    event.preventDefault();
    const { standard, level } = kinds.find(({ value }) => value === kind)!;
    const given = urls.split(/\s+/).filter(Boolean);
    onStart({ standard, level, maxPages, viewports: [viewports[viewport]], ...(given.length === 0 ? {} : { urls: given }), ...givenOf(steps), ...(everyDays === null ? {} : { everyDays }) });
  };
  return (
    <form className={classes.section} onSubmit={start}>
      <div className={classes.controls}>
        <Select label={words.standard} allowDeselect={false} data={kinds.map(({ value, standard, level }) => ({ value, label: texts.level(texts.standards[standard], level) }))} value={kind} onChange={value => setKind(value ?? kind)} />
        <Select label={words.maxPages} allowDeselect={false} data={LIMITS.map(value => ({ value: String(value), label: words.limits(value) }))} value={String(maxPages)} onChange={value => setMaxPages(Number(value ?? maxPages))} w={130} />
        <Select label={words.viewport} allowDeselect={false} data={(['desktop', 'phone'] as const).map(value => ({ value, label: words[value] }))} value={viewport} onChange={value => setViewport(value as keyof typeof viewports)} />
        <RepeatChoice days={everyDays} onChoose={setEveryDays} />
        <Button type="submit" loading={isBusy} leftSection={<Icon name="search" size={16} />}>{words.start}</Button>
      </div>
      <Disclosure summary={words.more}>
        <Textarea label={words.urls} description={words.urlsSay} autosize minRows={3} maxRows={12} value={urls} onChange={event => setUrls(event.currentTarget.value)} />
      </Disclosure>
      <Disclosure summary={texts.steps.title}><StepsChoice draft={steps} onChange={part => setSteps({ ...steps, ...part })} /></Disclosure>
    </form>
  );
}
