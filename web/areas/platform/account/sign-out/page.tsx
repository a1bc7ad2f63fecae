import { Anchor } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { signOut } from '../../../../api/auth.ts';
import { useSession, useSessionChange } from '../../../../api/session.ts';
import { FieldForm } from '../../../../parts/field-form.tsx';
import { texts } from '../texts/sign-in.ts';
import { SignInCard } from '../sign-in/sign-in-card.tsx';

const { signOut: words } = texts;

/** Ends the session once somebody says so: an address alone must not. */
export default function SignOut() {
  const session = useSession();
  const changed = useSessionChange();
  const router = useRouter();
  if (session === null) return <SignInCard title={words.title} lead={words.notIn} more={<Anchor renderRoot={props => <Link to="/sign-in" {...props} />}>{texts.toSignIn}</Anchor>} />;
  return (
    <SignInCard title={words.title} lead={words.lead}>
      <FieldForm
        fields={[]} action={words.submit} aside={<Anchor renderRoot={props => <Link to="/" {...props} />}>{words.stay}</Anchor>}
        send={async () => {
          const failure = await signOut();
          if (failure !== null) return failure;
          await changed();
          await router.navigate({ to: '/' });
          await router.invalidate();
          return null;
        }}
      />
    </SignInCard>
  );
}
