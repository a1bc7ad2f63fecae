import { Button, NumberInput, Select, Title } from '@mantine/core';
import type { InputOf } from '../../../../api/client.ts';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import classes from '../compliance.module.css';
import { texts } from '../texts/incidents.ts';
import type { Incident } from '../types.ts';
import { Countdown } from './countdown.tsx';
import { EvidenceOf } from './evidence.tsx';

type Change = Omit<InputOf<'PATCH /api/compliance/incidents/{id}'>, 'id' | 'version'>;
type Duty = Incident['obligations'][number];
type Fact = keyof typeof texts.facts;

/** One incident: what is known of it, and the duties that follow. */
export function IncidentView({ of }: { of: Incident }) {
  const mayChange = useMayChange();
  const { mutate, isPending, error } = useSend('PATCH /api/compliance/incidents/{id}', ['GET /api/compliance/incidents', 'GET /api/compliance/incidents/{id}']);
  const change = (given: Change): void => mutate({ id: of.id, version: of.version, ...given });
  const known = [{ value: 'yes', label: texts.known.yes }, { value: 'no', label: texts.known.no }, { value: 'unknown', label: texts.known.unknown }];
  return (
    <div className={classes.cards}>
      <Select label={texts.filters.status} disabled={!mayChange || isPending} data={Object.entries(texts.statuses).map(([value, label]) => ({ value, label }))} value={of.status} allowDeselect={false} onChange={value => change({ status: value as Incident['status'] })} />
      <Title order={2} size="h5">{texts.about}</Title>
      <div className={classes.facts}>
        <NumberInput label={texts.people} disabled={!mayChange || isPending} min={0} defaultValue={of.individualsAffected ?? ''} onBlur={event => { const typed = event.currentTarget.value.replaceAll(/\D/g, ''); const count = typed === '' ? null : Number(typed); if (count !== of.individualsAffected) change({ individualsAffected: count }); }} />
        {(Object.keys(texts.facts) as Fact[]).map(fact => (
          <Select key={fact} label={texts.facts[fact]} disabled={!mayChange || isPending} data={known} allowDeselect={false} value={of[fact] === null ? 'unknown' : of[fact] ? 'yes' : 'no'} onChange={value => change({ [fact]: value === 'unknown' ? null : value === 'yes' })} />
        ))}
      </div>
      <Title order={2} size="h5">{texts.duties}</Title>
      {of.obligations.length === 0 && <p>{texts.noDuties}</p>}
      <div>{of.obligations.map(duty => <DutyRow key={duty.id} incident={of} duty={duty} isDisabled={!mayChange || isPending} onSay={state => change({ obligation: { id: duty.id, state, doneAt: state === 'done' ? new Date().toISOString() : null } })} />)}</div>
      <p className={classes.quiet}>{of.disclaimer}</p>
      <p><a href={draftOf(of, 'customers')} download>{texts.customers}</a></p>
      <EvidenceOf key={of.version} of={of} isDisabled={!mayChange || isPending} onChange={evidence => change({ evidence })} />
      {error && <ProblemNote error={error} what={texts.failed} />}
    </div>
  );
}

function draftOf({ id }: Incident, duty: string): string {
  return `/api/compliance/incidents/${id}/letter?duty=${duty}&format=docx`;
}

function DutyRow({ incident, duty: { id, title, citation, asOf, own, appliesWhen, applies, note, startsAt, dueAt, state, overdue }, isDisabled, onSay }: { incident: Incident; duty: Duty; isDisabled: boolean; onSay: (state: Duty['state']) => void }) {
  const status: Status = state === 'done' ? 'pass' : state === 'notApplicable' ? 'off' : overdue ? 'fail' : applies === 'unclear' ? 'unknown' : 'warn';
  return (
    <div className={classes.duty}>
      <span className={classes.words}>
        <strong>{title}</strong> · <span>{texts.asOf(citation, asOf)}</span>{own && <> · <span>{texts.own}</span></>}<br />
        <span className={classes.quiet}><span>{texts.applies[applies]}</span>: <span>{appliesWhen}</span>{note !== null && <> · <span>{note}</span></>}</span><br />
        {dueAt === null ? <span className={classes.quiet}>{texts.notRunning}</span> : <span><span>{texts.due}</span> <span>{language.timestamp(new Date(dueAt))}</span></span>}
        {startsAt !== null && dueAt !== null && state === 'open' && <Countdown startsAt={startsAt} dueAt={dueAt} />}
      </span>
      <StatusBadge status={status} word={overdue ? texts.overdue : texts.dutyStates[state]} />
      <a href={draftOf(incident, id)} download aria-label={texts.draftOf(title)}>{texts.draft}</a>
      <Button size="xs" variant="default" disabled={isDisabled} aria-label={`${state === 'open' ? texts.done : texts.undo}: ${title}`} onClick={() => onSay(state === 'open' ? 'done' : 'open')}>{state === 'open' ? texts.done : texts.undo}</Button>
    </div>
  );
}
