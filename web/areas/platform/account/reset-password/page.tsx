import { Anchor, Button } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { failureOf } from '../../../../api/auth.ts';
import { client } from '../../../../api/client.ts';
import { FieldForm } from '../../../../parts/field-form.tsx';
import { texts } from '../texts/sign-in.ts';
import { chosenField, emailField, SignInCard } from '../sign-in/sign-in-card.tsx';

const route = getRouteApi('/reset-password');
const { reset: words } = texts;
const newPassword = { ...chosenField, name: 'newPassword', label: texts.fields.newPassword };

/** Asks for a letter; with the token of its link, takes the new password. */
export default function ResetPassword() {
  const { token, error } = route.useSearch();
  return token === undefined || error !== undefined ? <Ask voidLink={error !== undefined} /> : <Choose token={token} />;
}

function Ask({ voidLink }: { voidLink: boolean }) {
  const [asked, setAsked] = useState<{ email: string; mailConfigured: boolean } | null>(null);
  const more = <>{words.remembered} <Anchor renderRoot={props => <Link to="/sign-in" {...props} />}>{texts.toSignIn}</Anchor></>;
  if (asked !== null) {
    return (
      <SignInCard title={asked.mailConfigured ? words.sentTitle : words.notSentTitle} lead={asked.mailConfigured ? words.sentLead(asked.email) : texts.email.notConfigured} more={more}>
        <Button variant="default" onClick={() => setAsked(null)}>{words.another}</Button>
      </SignInCard>
    );
  }
  return (
    <SignInCard title={words.title} lead={words.lead} notice={voidLink && words.voidLink} more={more}>
      <FieldForm
        fields={[emailField]} action={words.submit}
        send={async ({ email = '' }) => {
          const result = await client('POST /api/auth/request-password-reset', { email, redirectTo: '/reset-password' });
          if (result.ok) setAsked({ email, mailConfigured: result.data.mailConfigured });
          return failureOf(result);
        }}
      />
    </SignInCard>
  );
}

function Choose({ token }: { token: string }) {
  const navigate = useNavigate();
  return (
    <SignInCard title={words.chooseTitle} lead={words.chooseLead}>
      <FieldForm
        fields={[newPassword]} action={words.set}
        send={async ({ newPassword = '' }) => {
          const result = await client('POST /api/auth/reset-password', { token, newPassword });
          if (result.ok) await navigate({ to: '/sign-in', search: { why: 'password-set' } });
          return failureOf(result);
        }}
        onRefused={() => <Anchor renderRoot={props => <Link to="/reset-password" {...props} />}>{words.newLink}</Anchor>}
      />
    </SignInCard>
  );
}
