import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../deep-seo.module.css';

/** A part of the page under its heading. */
export function Section({ title, says, children }: { title: string; says?: string | undefined; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <Title order={2} size="h3">{title}</Title>
      {says && <p className={classes.quiet}>{says}</p>}
      {children}
    </section>
  );
}
