import { Anchor } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { signUp } from '../../../../api/auth.ts';
import { useGet } from '../../../../api/queries.ts';
import { FieldForm } from '../../../../parts/field-form.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { texts } from '../texts/sign-in.ts';
import { chosenField, emailField, SignInCard, ResendEmail, nameField, useSignedIn } from '../sign-in/sign-in-card.tsx';
import { domainIn, reservation, verifiedPath } from '../sign-in/next.ts';
import classes from '../sign-in/sign-in-card.module.css';

const route = getRouteApi('/sign-up');
const fields = [nameField, emailField, chosenField];
const { signUp: words } = texts;

/** Creates an account where the operator allows it; then one is signed in, or asked to open an e-mail first. */
export default function SignUp() {
  const { next } = route.useSearch();
  const policy = useGet('GET /api/auth/sign-up', {});
  const [written, setWritten] = useState<string | null>(null);
  const enter = useSignedIn(next);
  const domain = domainIn(next);
  const toSignIn = <Anchor renderRoot={props => <Link to="/sign-in" search={reservation(next)} {...props} />}>{texts.toSignIn}</Anchor>;
  if (written !== null) {
    return (
      <SignInCard title={words.emailTitle} lead={words.emailLead(written)} more={toSignIn}>
        <div className={classes.stack}><p>{words.emailMissing}</p><ResendEmail email={written} next={next} /></div>
      </SignInCard>
    );
  }
  return (
    <Loaded of={policy} what={words.what}>
      {({ data: { mode, domains } }) => mode === 'open'
        ? (
          <SignInCard title={words.title} lead={domain === null ? words.lead : texts.signIn.kept(domain)} notice={domains !== null && words.domains(domains)} more={<>{words.have} {toSignIn}</>}>
            <FieldForm
              fields={fields} action={words.submit}
              send={async ({ name = '', email = '', password = '' }) => {
                const step = await signUp({ name, email, password }, verifiedPath(next));
                if (step.step === 'letter') setWritten(email);
                return enter(step);
              }}
            />
          </SignInCard>
        )
        : <SignInCard title={words[`${mode}Title`]} lead={words[mode]} more={<>{words.have} {toSignIn}</>} />}
    </Loaded>
  );
}
