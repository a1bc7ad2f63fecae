import { Anchor } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { signUp } from '../../../../api/auth.ts';
import { FieldForm } from '../../../../parts/field-form.tsx';
import { texts } from '../texts/sign-in.ts';
import { chosenField, emailField, EntryPage, LetterAgain, nameField, useEntry } from '../sign-in/entry.tsx';
import { domainIn, keeping, verifiedPath } from '../sign-in/next.ts';
import classes from '../sign-in/entry.module.css';

const route = getRouteApi('/sign-up');
const fields = [nameField, emailField, chosenField];
const { signUp: words } = texts;

/** Makes an account; then one is in, or told to open a letter first. */
export default function SignUp() {
  const { next } = route.useSearch();
  const [written, setWritten] = useState<string | null>(null);
  const enter = useEntry(next);
  const domain = domainIn(next);
  const toSignIn = <Anchor renderRoot={props => <Link to="/sign-in" search={keeping(next)} {...props} />}>{texts.toSignIn}</Anchor>;
  if (written !== null) {
    return (
      <EntryPage title={words.letterTitle} lead={words.letterLead(written)} more={toSignIn}>
        <div className={classes.stack}><p>{words.letterMissing}</p><LetterAgain email={written} next={next} /></div>
      </EntryPage>
    );
  }
  return (
    <EntryPage title={words.title} lead={domain === null ? words.lead : texts.signIn.kept(domain)} more={<>{words.have} {toSignIn}</>}>
      <FieldForm
        fields={fields} deed={words.submit}
        send={async ({ name = '', email = '', password = '' }) => {
          const step = await signUp({ name, email, password }, verifiedPath(next));
          if (step.step === 'letter') setWritten(email);
          return enter(step);
        }}
      />
    </EntryPage>
  );
}
