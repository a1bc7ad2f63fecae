import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ClientProblem, type Failure } from '../../../../../src/surfaces/client/index.ts';
import type { SignInStep } from '../../../../api/auth.ts';
import { client } from '../../../../api/client.ts';
import { useSessionChange } from '../../../../api/session.ts';
import type { Field } from '../../../../parts/field-faults.ts';
import { PageHead } from '../../../../parts/page-head.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/sign-in.ts';
import { reservation, ownPath, verifiedPath } from './next.ts';
import classes from './sign-in-card.module.css';

/** The fields of these pages. */
export const nameField: Field = { name: 'name', label: texts.fields.name, kind: 'text', autoComplete: 'name', maxLength: 100 };
export const emailField: Field = { name: 'email', label: texts.fields.email, kind: 'email', autoComplete: 'username', maxLength: 254 };
export const chosenField: Field = { name: 'password', label: texts.fields.password, kind: 'newPassword', autoComplete: 'new-password', hint: texts.fields.passwordHint };

interface SignInCardProps {
  title: string;
  lead?: ReactNode;
  /** What led here, above the form. */
  notice?: ReactNode;
  children?: ReactNode;
  /** Other ways, below. */
  more?: ReactNode;
}

/** A page with one thing to do, narrow and in the middle. */
export function SignInCard({ title, lead, notice, children, more }: SignInCardProps) {
  return (
    <div className={classes.page}>
      {notice && <p className={classes.notice} data-status="info" role="status">{notice}</p>}
      <div className={classes.card}>
        <PageHead title={title} answer={lead} />
        {children}
      </div>
      {more && <p className={classes.more}>{more}</p>}
    </div>
  );
}

/** Goes on after a step: into the service and to `next`, or to the second factor. Answers why it was refused, else null. */
export function useSignedIn(next: string | undefined): (step: SignInStep) => Promise<Failure | null> {
  const router = useRouter();
  const changed = useSessionChange();
  return async step => {
    if (step.step === 'refused') return step.failure;
    if (step.step === 'secondFactor') await router.navigate({ to: '/two-factor', search: reservation(next) });
    if (step.step === 'done') {
      await changed();
      router.history.push(ownPath(next) ?? '/');
    }
    return null;
  };
}

/** Sends the e-mail that confirms an address once more. */
export function ResendEmail({ email, next }: { email: string; next: string | undefined }) {
  const [state, setState] = useState<'ready' | 'busy' | 'sent' | 'notConfigured' | Failure>('ready');
  const send = async (): Promise<void> => {
    setState('busy');
    const result = await client('POST /api/auth/send-verification-email', { email, callbackURL: verifiedPath(next) });
    setState(result.ok ? (result.data.mailConfigured ? 'sent' : 'notConfigured') : result);
  };
  if (state === 'sent' || state === 'notConfigured') return <p role="status">{texts.email[state]}</p>;
  return (
    <>
      {typeof state === 'object' && <ProblemNote error={new ClientProblem(state)} />}
      <div><Button variant="default" loading={state === 'busy'} onClick={() => void send()}>{texts.email.sendAgain}</Button></div>
    </>
  );
}
