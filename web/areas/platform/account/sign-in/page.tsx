import { Anchor, Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ClientProblem } from '../../../../../src/surfaces/client/index.ts';
import { passkeysWork, signIn } from '../../../../api/auth.ts';
import { FieldForm } from '../../../../parts/field-form.tsx';
import type { Field } from '../../../../parts/field-faults.ts';
import { Icon } from '../../../../parts/icon.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/sign-in.ts';
import { emailField, SignInCard, ResendEmail, useSignedIn } from './sign-in-card.tsx';
import { domainIn, reservation } from './next.ts';
import { usePasskey } from './passkey.ts';
import classes from './sign-in-card.module.css';

const route = getRouteApi('/sign-in');
const fields: readonly Field[] = [
  { ...emailField, autoComplete: 'username webauthn' },
  { name: 'password', label: texts.fields.password, kind: 'password', autoComplete: 'current-password', maxLength: 128 },
];

/** Signs in, and goes on where one was. */
export default function SignIn() {
  const { next, why } = route.useSearch();
  const enter = useSignedIn(next);
  const passkey = usePasskey(enter);
  const domain = domainIn(next);
  return (
    <SignInCard
      title={texts.signIn.title} lead={domain === null ? texts.signIn.lead : texts.signIn.kept(domain)} notice={noticeOf(why)}
      more={(
        <>
          {texts.signIn.new} <Anchor renderRoot={props => <Link to="/sign-up" search={reservation(next)} {...props} />}>{texts.signIn.signUp}</Anchor>
          <Anchor className={classes.last} renderRoot={props => <Link to="/reset-password" {...props} />}>{texts.signIn.forgotten}</Anchor>
        </>
      )}
    >
      {passkey.failure && <div className={classes.passkeyRefusal}><ProblemNote error={new ClientProblem(passkey.failure)} /></div>}
      <FieldForm
        fields={fields} action={texts.signIn.submit}
        send={async ({ email = '', password = '' }) => enter(await signIn(email, password))}
        onRefused={({ problem: { code } }, { email = '' }) => code === 'forbidden' && <ResendEmail email={email} next={next} />}
      />
      {passkeysWork && (
        <>
          <p className={classes.or}>{texts.signIn.or}</p>
          <Button variant="default" fullWidth leftSection={<Icon name="key" size={16} />} loading={passkey.busy} onClick={passkey.start}>{texts.signIn.passkey}</Button>
        </>
      )}
    </SignInCard>
  );
}

/** What led here, as the address names it. */
function noticeOf(why: string | undefined): string | null {
  switch (why) {
    case 'ended': return texts.signIn.ended;
    case 'again': return texts.signIn.again;
    case 'password-set': return texts.signIn.passwordSet;
    default: return null;
  }
}
