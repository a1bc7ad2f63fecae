import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty.module.css';

/** What is shown where there is nothing yet: why, the one thing to do next, and a sample of what will be. */
export function Empty({ title, children, action, sample }: { title: string; children?: ReactNode; action?: ReactNode; sample?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <Title order={2} size="h3">{title}</Title>
      {children && <p className={classes.words}>{children}</p>}
      {action}
      {sample}
    </div>
  );
}
