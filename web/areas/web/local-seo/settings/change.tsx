import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode, SyntheticEvent } from 'react';
import type { InputOf } from '../../../../api/client.ts';
import { fieldErrors } from '../../../../api/field-errors.ts';
import { useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/settings.ts';
import { businessRoutes } from '../types.ts';

/** A change of a business: what was refused, by fields, and how to send it. */
export function useChange(id: string) {
  const send = useSend('PATCH /api/local-seo/businesses/{id}', businessRoutes);
  const save = (changes: Omit<InputOf<'PATCH /api/local-seo/businesses/{id}'>, 'id'>): void => send.mutate({ id, ...changes }, { onSuccess: () => notifications.show({ message: texts.saved }) });
  return { save, isPending: send.isPending, error: send.error, wrong: fieldErrors(send.error) };
}

interface ChangeFormProps extends Pick<ReturnType<typeof useChange>, 'error' | 'isPending'> {
  label: string;
  /** What it is, for the words of a failure. */
  failed: string;
  /** Whether what was refused stands at a field. */
  isAtField: boolean;
  onSave: () => void;
  /** What the button says. */
  action?: string;
  /** Next to the button. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of the settings that is saved by itself. */
export function ChangeForm({ label, failed, error, isPending, isAtField, onSave, action = texts.save, aside, children }: ChangeFormProps) {
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onSave();
  };
  return (
    <form className={classes.form} aria-label={label} onSubmit={submit}>
      {children}
      {error && !isAtField && <div className={classes.whole}><ProblemNote error={error} what={failed} /></div>}
      <div className={`${classes.controls} ${classes.whole}`}><Button type="submit" size="xs" loading={isPending}>{action}</Button>{aside}</div>
    </form>
  );
}
