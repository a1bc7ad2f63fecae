import { getRouteApi, Outlet } from '@tanstack/react-router';
import { texts } from '../texts/shell.ts';
import { Connection } from './connection.tsx';
import { PublicFrame } from './public-frame.tsx';
import classes from './frame.module.css';

const root = getRouteApi('__root__');

/** Every page in its surroundings: the shell for who is signed in, the public frame for everybody else. */
export function Frame() {
  const { session, Shell } = root.useRouteContext();
  return (
    <>
      <a className={classes.skip} href="#main">{texts.skip}</a>
      <Connection />
      {session && Shell ? <Shell session={session}><Outlet /></Shell> : <PublicFrame><Outlet /></PublicFrame>}
    </>
  );
}
