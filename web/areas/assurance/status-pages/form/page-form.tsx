import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type SyntheticEvent } from 'react';
import { fieldErrors } from '../../../../api/field-errors.ts';
import { useSend } from '../../../../api/queries.ts';
import { Panel } from '../../../../parts/panel.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../pages.module.css';
import { texts } from '../texts/pages.ts';
import { pageRoutes, type StatusPage } from '../types.ts';
import { Chosen } from './chosen.tsx';
import { draftOf, emptyDraft, inputOf, type Draft } from './draft.ts';

const { form: words } = texts;

/** Creates a status page, or changes `page`. */
export function PageForm({ page, onClose }: { page: StatusPage | null; onClose: () => void }) {
  const [draft, setDraft] = useState(() => (page === null ? emptyDraft : draftOf(page)));
  const create = useSend('POST /api/status/pages', pageRoutes);
  const update = useSend('PATCH /api/status/pages/{id}', pageRoutes);
  const { error, isPending } = page === null ? create : update;
  const wrong = fieldErrors(error);
  const change = (changed: Partial<Draft>): void => setDraft(before => ({ ...before, ...changed }));
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const done = (message: string): void => {
      notifications.show({ message });
      onClose();
    };
    if (page === null) create.mutate(inputOf(draft), { onSuccess: ({ data }) => done(words.created(data.title)) });
    else update.mutate({ id: page.id, ...inputOf(draft) }, { onSuccess: () => done(words.saved) });
  };
  return (
    <Panel title={page === null ? words.addTitle : texts.editOf(page.title)} order={2} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <TextInput label={words.name} value={draft.title} error={wrong['title']} onChange={event => change({ title: event.currentTarget.value })} required withAsterisk={false} maxLength={100} data-autofocus />
        <Textarea label={words.description} value={draft.description} error={wrong['description']} onChange={event => change({ description: event.currentTarget.value })} autosize minRows={2} maxRows={6} maxLength={500} />
        <Textarea label={words.notice} description={words.noticeHelp} value={draft.notice} error={wrong['notice']} onChange={event => change({ notice: event.currentTarget.value })} autosize minRows={2} maxRows={10} maxLength={1000} />
        <Chosen of={draft.checks} wrong={wrong['checks']} onChange={checks => change({ checks })} />
        <Switch label={words.published} checked={draft.published} onChange={event => change({ published: event.currentTarget.checked })} />
        {page !== null && <p className={classes.quiet}>{words.addresses}</p>}
        {error && Object.keys(wrong).length === 0 && <ProblemNote error={error} what={words.failed} />}
        <Button type="submit" loading={isPending}>{page === null ? words.create : words.save}</Button>
      </form>
    </Panel>
  );
}
