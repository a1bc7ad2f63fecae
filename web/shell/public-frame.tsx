import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { texts } from '../texts/shell.ts';
import { Brand } from './brand.tsx';
import classes from './public-frame.module.css';

/** What stands around the pages of somebody who is not signed in. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Brand />
        <nav className={classes.links} aria-label={texts.navigation}>
          <a className={classes.link} href="/docs">{texts.docs}</a>
          <a className={classes.link} href="/docs/api">{texts.api}</a>
          <Button variant="default" size="xs" renderRoot={props => <Link to="/sign-in" {...props} />}>{texts.signIn}</Button>
        </nav>
      </header>
      <main id="main" className={classes.main}>{children}</main>
    </div>
  );
}
