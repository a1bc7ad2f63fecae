import { Anchor, Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../../../api/client.ts';
import type { Field } from '../../../../parts/field-faults.ts';
import { FieldForm } from '../../../../parts/field-form.tsx';
import { texts } from '../texts/sign-in.ts';
import { SignInCard, useSignedIn } from '../sign-in/sign-in-card.tsx';
import { reservation } from '../sign-in/next.ts';

const route = getRouteApi('/two-factor');
const { secondFactor: words } = texts;
const totp: Field = { name: 'code', label: words.code, kind: 'code', autoComplete: 'one-time-code', maxLength: 6 };
const backup: Field = { name: 'code', label: words.backupCode, kind: 'text', autoComplete: 'off', maxLength: 32 };

/** Completes a sign-in with the code of the authenticator, or with a backup code. */
export default function TwoFactor() {
  const { next } = route.useSearch();
  const [byBackup, setByBackup] = useState(false);
  const enter = useSignedIn(next);
  const send = async ({ code = '' }): Promise<Awaited<ReturnType<typeof enter>>> => {
    const result = await client(byBackup ? 'POST /api/auth/two-factor/verify-backup-code' : 'POST /api/auth/two-factor/verify-totp', { code });
    return enter(result.ok ? { step: 'done' } : { step: 'refused', failure: result });
  };
  return (
    <SignInCard
      title={byBackup ? words.backupTitle : words.title} lead={byBackup ? words.backupLead : words.lead}
      more={<Anchor renderRoot={props => <Link to="/sign-in" search={reservation(next)} {...props} />}>{words.restart}</Anchor>}
    >
      <FieldForm
        key={String(byBackup)} fields={[byBackup ? backup : totp]} action={words.submit} send={send}
        aside={<Button variant="subtle" onClick={() => setByBackup(!byBackup)}>{byBackup ? words.useAuthenticator : words.useBackup}</Button>}
      />
    </SignInCard>
  );
}
