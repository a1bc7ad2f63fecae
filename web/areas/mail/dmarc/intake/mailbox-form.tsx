import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { ClientProblem } from '../../../../../src/surfaces/client/index.ts';
import type { InputOf } from '../../../../api/client.ts';
import { useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/messages.ts';
import classes from './intake.module.css';

type Input = InputOf<'POST /api/dmarc/mailboxes'>;
type Kind = Input['access']['kind'];
type FieldName = keyof typeof words.fields;

const { form: words, kinds } = texts.mailboxes;

/** The fields of each kind, those that may be left empty with what holds then. */
const fields: Readonly<Record<Kind, readonly (readonly [name: FieldName, initial?: string])[]>> = {
  imap: [['host'], ['user'], ['password'], ['folder', 'INBOX'], ['moveTo', ''], ['authservId', '']],
  graph: [['tenant'], ['clientId'], ['clientSecret'], ['mailbox'], ['folder', 'inbox'], ['moveTo', 'archive'], ['authservId', '']],
  gmail: [['clientId'], ['clientSecret'], ['refreshToken'], ['label', 'INBOX'], ['authservId', '']],
};
const secrets: ReadonlySet<FieldName> = new Set(['password', 'clientSecret', 'refreshToken']);

/** The form of a new mailbox: what kind, then the fields that this kind has. */
export function MailboxForm({ onDone }: { onDone: () => void }) {
  const [kind, setKind] = useState<Kind>('imap');
  const { mutateAsync, isPending, error, reset } = useSend('POST /api/dmarc/mailboxes', ['GET /api/dmarc/mailboxes', 'GET /api/dmarc/intake']);
  const wrong = faultsOf(error);
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = fields[kind].map(([name]) => [name, (form.get(name) as string).trim()] as const).filter(([, value]) => value !== '');
    const access = Object.fromEntries(given);
    mutateAsync({ name: form.get('name') as string, access: { kind, ...access } } as Input).then(onDone, () => {});
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <fieldset className={classes.kinds}>
        <legend>{words.kind}</legend>
        {(Object.keys(fields) as Kind[]).map(one => (
          <label key={one} className={classes.kind}>
            <input type="radio" name="kind" value={one} checked={kind === one} onChange={() => { setKind(one); reset(); }} />
            {kinds[one]}
          </label>
        ))}
      </fieldset>
      <div key={kind} className={classes.fields}>
        <TextInput name="name" label={words.name} required withAsterisk={false} maxLength={100} error={wrong['name']} />
        {fields[kind].map(([name, initial]) => <Field key={name} name={name} kind={kind} initial={initial} fault={wrong[name]} />)}
      </div>
      {error && Object.keys(wrong).length === 0 && <ProblemNote error={error} what={words.failed} />}
      <div className={classes.answers}>
        <Button type="submit" loading={isPending}>{words.submit}</Button>
        <Button variant="default" onClick={onDone}>{words.cancel}</Button>
      </div>
    </form>
  );
}

function Field({ name, kind, initial, fault }: { name: FieldName; kind: Kind; initial: string | undefined; fault: string | undefined }) {
  const hint = secrets.has(name) ? [words.hints[name], words.secret].filter(Boolean).join('; ') : name === 'moveTo' && kind === 'graph' ? undefined : words.hints[name];
  const common = { name, label: words.fields[name], description: hint, required: initial === undefined, withAsterisk: false, error: fault, autoComplete: 'off' };
  if (secrets.has(name)) return <PasswordInput {...common} maxLength={4000} />;
  return <TextInput {...common} defaultValue={initial} maxLength={320} spellCheck={false} autoCapitalize="none" />;
}

/** What the service says of single fields, by their own names: those of the access stand one level down. */
function faultsOf(error: Error | null): Readonly<Record<string, string>> {
  if (!(error instanceof ClientProblem)) return {};
  return Object.fromEntries((error.problem.errors ?? []).map(({ path, message }) => [path.replace(/^access\./, ''), message]));
}
