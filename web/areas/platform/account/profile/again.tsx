import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Problem } from '../../../../../src/surfaces/client/index.ts';
import { texts } from '../texts/profile.ts';
import classes from './profile.module.css';

/** The way to a fresh session, where the service wants one that is less than a day old. */
export function AgainIfStale({ problem }: { problem: Problem }) {
  if (problem.code !== 'forbidden') return null;
  return (
    <div className={classes.again}>
      {texts.again.lead}
      <Button variant="default" size="xs" renderRoot={props => <Link to="/sign-in" search={{ why: 'again', next: '/settings/profile' }} {...props} />}>{texts.again.signIn}</Button>
    </div>
  );
}
