import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import { ClientProblem } from '../../../src/surfaces/client/index.ts';
import { signIn } from '../../api/auth.ts';
import { useSessionChange } from '../../api/session.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { texts } from '../../texts/en/sign-in.ts';
import { ownPath } from './next.ts';
import classes from './sign-in.module.css';

const route = getRouteApi('/sign-in');

/** Signs in, and goes on where one was. */
export default function SignIn() {
  const { next } = route.useSearch();
  const [error, setError] = useState<ClientProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const router = useRouter();
  const changed = useSessionChange();
  const search = next === undefined ? '' : `?${new URLSearchParams({ next }).toString()}`;

  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    const result = await signIn(form.get('email') as string, form.get('password') as string);
    setBusy(false);
    if (result.step === 'refused') return setError(new ClientProblem(result.failure));
    if (result.step === 'secondFactor') return window.location.assign(`/two-factor${search}`);
    await changed();
    router.history.push(ownPath(next) ?? '/');
  };

  return (
    <div className={classes.page}>
      <PageHead title={texts.title} answer={texts.lead} />
      <form className={classes.form} onSubmit={event => void submit(event)}>
        {error && <ProblemNote error={error} />}
        <TextInput label={texts.email} name="email" type="email" autoComplete="username webauthn" required withAsterisk={false} />
        <PasswordInput label={texts.password} name="password" autoComplete="current-password" required withAsterisk={false} />
        <Button type="submit" loading={busy}>{texts.submit}</Button>
      </form>
      <p className={classes.more}>{texts.new} <Anchor href={`/sign-up${search}`}>{texts.signUp}</Anchor><Anchor href="/reset-password" className={classes.last}>{texts.forgotten}</Anchor></p>
    </div>
  );
}
