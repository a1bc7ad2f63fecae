import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { fieldErrors } from '../../../../api/field-errors.ts';
import { useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/channels.ts';
import type { Channel, ChannelKind } from './types.ts';
import classes from './channels.module.css';

const words = texts.form;
const kinds = Object.keys(texts.kinds) as ChannelKind[];

/** The form of a new channel: what kind, then the fields that this kind has. */
export function ChannelForm({ onDone }: { onDone: (reply: DataOf<'POST /api/notification-channels'>) => void }) {
  const [kind, setKind] = useState<ChannelKind>('email');
  const { mutateAsync, isPending, error, reset } = useSend('POST /api/notification-channels', ['GET /api/notification-channels']);
  const wrong = fieldErrors(error);
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    mutateAsync({ kind, ...given(event.currentTarget) } as Parameters<typeof mutateAsync>[0]).then(onDone, () => {});
  };
  return (
    <form onSubmit={submit}>
      <fieldset className={classes.kinds}>
        <legend>{words.kind}</legend>
        {kinds.map((one, index) => (
          <label key={one} className={classes.kind}>
            <input type="radio" name="kind" value={one} checked={kind === one} onChange={() => { setKind(one); reset(); }} {...(index === 0 ? { 'data-autofocus': true } : {})} />
            {texts.kinds[one].name}
          </label>
        ))}
      </fieldset>
      <p className={classes.help}>{texts.kinds[kind].help}</p>
      <Fields key={kind} kind={kind} wrong={wrong} />
      {error && Object.keys(wrong).length === 0 && <ProblemNote error={error} what={words.failed} />}
      <Group mt="md"><Button type="submit" loading={isPending}>{words.create}</Button></Group>
    </form>
  );
}

/** The form that changes a channel; an address or a secret that is left empty stays. */
export function ChannelChange({ of: { id, kind, name, version }, onDone }: { of: Channel; onDone: () => void }) {
  const { mutateAsync, isPending, error } = useSend('PATCH /api/notification-channels/{id}', ['GET /api/notification-channels']);
  const wrong = fieldErrors(error);
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    mutateAsync({ id, version, ...given(event.currentTarget) }).then(onDone, () => {});
  };
  return (
    <form onSubmit={submit}>
      <Fields kind={kind} name={name} keep wrong={wrong} />
      {error && Object.keys(wrong).length === 0 && <ProblemNote error={error} what={words.failed} />}
      <Group mt="md"><Button type="submit" loading={isPending}>{words.save}</Button></Group>
    </form>
  );
}

interface FieldsProps {
  kind: ChannelKind;
  name?: string;
  /** Whether what is left empty stays as it is. */
  keep?: boolean;
  wrong: Readonly<Record<string, string>>;
}

function Fields({ kind, name = '', keep = false, wrong }: FieldsProps) {
  const { target, example, secret } = texts.kinds[kind];
  const kept = keep ? words.keepTarget : undefined;
  return (
    <div className={classes.fields}>
      <TextInput name="name" label={words.name} description={words.nameHelp} defaultValue={name} required withAsterisk={false} maxLength={100} error={wrong['name']} {...(keep ? { 'data-autofocus': true } : {})} />
      {target !== null && <TextInput name="target" label={target} description={kept ?? '\u00a0'} placeholder={example} type={kind === 'email' ? 'email' : kind === 'telegram' ? 'text' : 'url'} required={!keep} withAsterisk={false} maxLength={2000} error={wrong['target']} autoComplete="off" />}
      {secret !== null && <PasswordInput name="secret" label={secret.label} description={kept ?? secret.help} required={secret.needed && !keep} withAsterisk={false} maxLength={200} error={wrong['secret']} autoComplete="off" />}
    </div>
  );
}

/** What the fields of the form say; those that are left empty are left out. */
function given(form: HTMLFormElement): { name?: string; target?: string; secret?: string } {
  const entries = [...new FormData(form)].filter(([name]) => name !== 'kind').map(([name, value]) => [name, (value as string).trim()] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
