import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../../../api/client.ts';
import { failureOf } from '../../../../api/auth.ts';
import { FieldForm } from '../../../../parts/field-form.tsx';
import { texts } from '../texts/sign-in.ts';
import { emailField, EntryPage } from '../sign-in/entry.tsx';
import { domainIn, keeping, verifiedPath } from '../sign-in/next.ts';

const route = getRouteApi('/verify');

/** Where the link of the letter ends: the address is confirmed, or the link has had its time. */
export default function Verify() {
  const { next, error } = route.useSearch();
  const domain = domainIn(next);
  if (error !== undefined) return <VoidLink next={next} />;
  return (
    <EntryPage title={texts.verify.title} lead={domain === null ? texts.verify.lead : texts.signIn.kept(domain)}>
      <Button renderRoot={props => <Link to="/sign-in" search={keeping(next)} {...props} />}>{texts.toSignIn}</Button>
    </EntryPage>
  );
}

function VoidLink({ next }: { next: string | undefined }) {
  const [sent, setSent] = useState(false);
  return (
    <EntryPage title={texts.verify.failedTitle} lead={texts.verify.failedLead}>
      <FieldForm
        fields={[emailField]} deed={texts.letter.sendAgain} beside={sent && <span role="status">{texts.letter.sent}</span>}
        send={async ({ email = '' }) => {
          setSent(false);
          const result = await client('POST /api/auth/send-verification-email', { email, callbackURL: verifiedPath(next) });
          setSent(result.ok);
          return failureOf(result);
        }}
      />
    </EntryPage>
  );
}
