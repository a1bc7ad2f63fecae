import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/parts.ts';
import classes from './page-head.module.css';

interface PageHeadProps {
  title: string;
  /** The title of the browser's tab, where the heading alone would not do. */
  tab?: string;
  /** The first line: am I safe, what changed, what next. */
  answer?: ReactNode;
  /** What can be done here, the most usual one first. */
  actions?: ReactNode;
  /** The way back, such as to the list. */
  above?: ReactNode;
}

/** The beginning of each page; its heading takes the focus when one comes from another page, so that screen readers begin here. */
export function PageHead({ title, tab = title, answer, actions, above }: PageHeadProps) {
  return (
    <header className={classes.head}>
      <title>{texts.tab(tab)}</title>
      <div className={classes.words}>
        {above && <div className={classes.above}>{above}</div>}
        <Title order={1} tabIndex={-1}>{title}</Title>
        {answer && <div className={classes.answer}>{answer}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
