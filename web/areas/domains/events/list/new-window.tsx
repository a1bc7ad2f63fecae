import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useSend } from '../../../../api/queries.ts';
import { useDomainChoice } from '../../../../parts/use-domain-choice.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/events.ts';
import classes from './events.module.css';

const words = texts.windows;
const kindData = Object.entries(words.groups).map(([value, label]) => ({ value, label }));

/** Announces a change: of which domain, of what, and when. */
export function NewWindow({ onDone }: { onDone: () => void }) {
  const [domain, setDomain] = useState<string | null>(null);
  const domains = useDomainChoice(domain === null ? [] : [domain]);
  const [kinds, setKinds] = useState<string[]>([]);
  const open = useSend('POST /api/change-windows', ['GET /api/change-windows']);
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [startsAt, endsAt, reason] = ['startsAt', 'endsAt', 'reason'].map(name => (form.get(name) as string).trim()) as [string, string, string];
    if (domain === null) return;
    open.mutate({
      domain, kinds, endsAt: new Date(endsAt).toISOString(), ...(startsAt === '' ? {} : { startsAt: new Date(startsAt).toISOString() }), ...(reason === '' ? {} : { reason }),
    }, { onSuccess: onDone });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <Select {...domains} label={words.domain} value={domain} onChange={setDomain} required withAsterisk={false} />
      <MultiSelect label={words.kinds} data={kindData} value={kinds} onChange={setKinds} required withAsterisk={false} />
      <TextInput label={words.startsAt} description={words.startsNow} name="startsAt" type="datetime-local" />
      <TextInput label={words.endsAt} description={words.endsHint} name="endsAt" type="datetime-local" required withAsterisk={false} />
      <TextInput className={classes.wide} label={words.reason} name="reason" maxLength={500} />
      {open.error && <div className={classes.wide}><ProblemNote error={open.error} what={words.submit} /></div>}
      <div className={`${classes.answers} ${classes.wide}`}>
        <Button type="submit" loading={open.isPending} disabled={domain === null || kinds.length === 0}>{words.submit}</Button>
        <Button variant="default" onClick={onDone}>{words.cancel}</Button>
      </div>
    </form>
  );
}
