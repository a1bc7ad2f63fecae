import { getRouteApi } from '@tanstack/react-router';
import { client } from '../../../../api/client.ts';
import { useSession } from '../../../../api/session.ts';
import { FieldForm } from '../../../../parts/field-form.tsx';
import { texts } from '../texts/sign-in.ts';
import { chosenField, SignInCard, nameField, useSignedIn } from '../sign-in/sign-in-card.tsx';

const route = getRouteApi('/join');
const { join: words } = texts;

/** Where an invitation leads: makes the person and signs in. */
export default function Join() {
  const { token } = route.useSearch();
  const email = useSession()?.user?.email;
  const enter = useSignedIn(undefined);
  if (token === undefined) return <SignInCard title={words.title} lead={words.noToken} />;
  return (
    <SignInCard title={words.title} lead={words.lead} notice={email !== undefined && words.signedIn(email)}>
      <FieldForm
        fields={[nameField, chosenField]} action={words.submit}
        send={async ({ name = '', password = '' }) => {
          const result = await client('POST /api/auth/join', { token, name, password });
          return enter(result.ok ? { step: 'done' } : { step: 'refused', failure: result });
        }}
      />
    </SignInCard>
  );
}
