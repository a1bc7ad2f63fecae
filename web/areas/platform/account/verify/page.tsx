import { Anchor, Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../../../api/client.ts';
import { failureOf } from '../../../../api/auth.ts';
import { FieldForm } from '../../../../parts/field-form.tsx';
import { texts } from '../texts/sign-in.ts';
import { emailField, SignInCard } from '../sign-in/sign-in-card.tsx';
import { domainIn, reservation, verifiedPath } from '../sign-in/next.ts';

const route = getRouteApi('/verify');

/** Where the link of the e-mail ends: the address is confirmed, or the link has expired. Without what it says of itself nobody knows: it is not whole, or older than what it says. */
export default function Verify() {
  const { next, error, confirmed } = route.useSearch();
  const domain = domainIn(next);
  if (error !== undefined) return <NewLink title={texts.verify.failedTitle} lead={texts.verify.failedLead} next={next} />;
  if (confirmed === undefined) return <NewLink title={texts.verify.unknownTitle} lead={texts.verify.unknownLead} next={next} />;
  return (
    <SignInCard title={texts.verify.title} lead={domain === null ? texts.verify.lead : texts.signIn.kept(domain)}>
      <Button renderRoot={props => <Link to="/sign-in" search={reservation(next)} {...props} />}>{texts.toSignIn}</Button>
    </SignInCard>
  );
}

/** What to do about a link that confirmed nothing, or may have. */
function NewLink({ title, lead, next }: { title: string; lead: string; next: string | undefined }) {
  const [word, setWord] = useState<string | null>(null);
  return (
    <SignInCard title={title} lead={lead} more={<>{texts.verify.already} <Anchor renderRoot={props => <Link to="/sign-in" search={reservation(next)} {...props} />}>{texts.toSignIn}</Anchor></>}>
      <FieldForm
        fields={[emailField]} action={texts.email.sendAgain} aside={word !== null && <span role="status">{word}</span>}
        send={async ({ email = '' }) => {
          setWord(null);
          const result = await client('POST /api/auth/send-verification-email', { email, callbackURL: verifiedPath(next) });
          if (result.ok) setWord(result.data.mailConfigured ? texts.email.sent : texts.email.notConfigured);
          return failureOf(result);
        }}
      />
    </SignInCard>
  );
}
