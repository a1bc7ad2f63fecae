import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../../api/session.ts';
import { SecondFactor } from '../profile/second-factor.tsx';
import { SignInCard } from '../sign-in/sign-in-card.tsx';
import { texts } from '../texts/sign-in.ts';

const { required: words } = texts;

/** Where those are led whose account requires a second factor that they have yet to set up; it stays while the backup codes are on it. */
export default function RequiredSecondFactor() {
  const session = useSession();
  if (session === null) return <SignInCard title={words.title} lead={words.signedOut} more={<Anchor renderRoot={props => <Link to="/sign-in" {...props} />}>{texts.toSignIn}</Anchor>} />;
  const [missing, on] = [session.secondFactorMissing, session.user?.twoFactorEnabled === true];
  // Going on is a whole new load: the pages behind were refused until now.
  const more = missing ? <Anchor renderRoot={props => <Link to="/sign-out" {...props} />}>{texts.signOut.submit}</Anchor> : <a href="/">{words.goOn}</a>;
  return (
    <SignInCard title={words.title} lead={missing ? words.lead(session.account.name) : on ? words.done : words.optional} more={more}>
      <SecondFactor on={on} />
    </SignInCard>
  );
}
