import { getRouteApi } from '@tanstack/react-router';
import { client } from '../../../../api/client.ts';
import type { Field } from '../../../../parts/field-faults.ts';
import { FieldForm } from '../../../../parts/field-form.tsx';
import { texts } from '../texts/sign-in.ts';
import { chosenField, emailField, SignInCard, nameField, useSignedIn } from '../sign-in/sign-in-card.tsx';

const route = getRouteApi('/operator');
const { operator: words } = texts;
const tokenField: Field = { name: 'token', label: words.token, kind: 'text', autoComplete: 'off', hint: words.tokenHint, maxLength: 100 };

/** Where the link of the first start leads: makes the account of who runs the service. */
export default function OperatorSignUp() {
  const { token = '' } = route.useSearch();
  const enter = useSignedIn(undefined);
  return (
    <SignInCard title={words.title} lead={words.lead}>
      <FieldForm
        fields={[{ ...tokenField, initial: token }, nameField, emailField, chosenField]} action={words.submit}
        send={async ({ token = '', name = '', email = '', password = '' }) => {
          const result = await client('POST /api/auth/operator', { token, name, email, password });
          return enter(result.ok ? { step: 'done' } : { step: 'refused', failure: result });
        }}
      />
    </SignInCard>
  );
}
