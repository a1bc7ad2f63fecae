import { Button, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type SyntheticEvent } from 'react';
import { fieldErrors } from '../../../../api/field-errors.ts';
import { useSend } from '../../../../api/queries.ts';
import { Panel } from '../../../../parts/panel.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../status.module.css';
import { texts } from '../texts/status.ts';
import { followRoutes } from '../types.ts';

/** Follows a status page that is not in the catalogue. */
export function AddPage({ onClose }: { onClose: () => void }) {
  const [[url, name], setTyped] = useState(['', '']);
  const send = useSend('POST /api/status/follows', followRoutes);
  const wrong = fieldErrors(send.error);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    send.mutate({ url: url.trim(), ...(name.trim() === '' ? {} : { name: name.trim() }) }, {
      onSuccess: ({ data }) => {
        notifications.show({ title: texts.followed(data.name), message: texts.followSays });
        onClose();
      },
    });
  };
  return (
    <Panel title={texts.addTitle} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <TextInput label={texts.url} description={texts.urlHelp} placeholder={texts.urlExample} value={url} error={wrong['url']} onChange={event => setTyped([event.currentTarget.value, name])}
          required withAsterisk={false} maxLength={500} inputMode="url" autoCapitalize="none" autoComplete="off" spellCheck={false} data-autofocus />
        <TextInput label={texts.name} description={texts.nameHelp} value={name} error={wrong['name']} onChange={event => setTyped([url, event.currentTarget.value])} maxLength={100} />
        {send.error && Object.keys(wrong).length === 0 && <ProblemNote error={send.error} what={texts.adding} />}
        <Button type="submit" loading={send.isPending}>{texts.add}</Button>
      </form>
    </Panel>
  );
}
