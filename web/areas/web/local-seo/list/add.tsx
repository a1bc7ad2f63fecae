import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import type { SyntheticEvent } from 'react';
import { fieldErrors } from '../../../../api/field-errors.ts';
import { useSend } from '../../../../api/queries.ts';
import { Panel } from '../../../../parts/panel.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { BusinessFields, useBusinessDraft } from '../business-fields.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/local.ts';
import { businessRoutes } from '../types.ts';

const { form: words } = texts;

/** Adds a business, and leads to it. */
export function AddBusiness({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const send = useSend('POST /api/local-seo/businesses', businessRoutes);
  const { input, ...entered } = useBusinessDraft(null);
  const wrong = fieldErrors(send.error);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    send.mutate(input, {
      onSuccess: ({ data }) => {
        notifications.show({ message: words.added(data.name) });
        void navigate({ to: '/local-seo/businesses/$id', params: { id: data.id } });
      },
    });
  };
  return (
    <Panel title={words.title} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <BusinessFields {...entered} error={send.error} isNew />
        {send.error && Object.keys(wrong).length === 0 && <div className={classes.whole}><ProblemNote error={send.error} what={words.what} /></div>}
        <div className={classes.whole}><Button type="submit" loading={send.isPending}>{words.save}</Button></div>
      </form>
    </Panel>
  );
}
