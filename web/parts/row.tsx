import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './row.module.css';

interface RowProps {
  title: string;
  /** How it stands, and what it is for. */
  answer?: ReactNode;
  children: ReactNode;
}

/** One matter of the settings: what it is on the left, what can be done on the right. */
export function Row({ title, answer, children }: RowProps) {
  return (
    <section className={classes.row}>
      <header>
        <Title order={2}>{title}</Title>
        {answer && <div className={classes.answer}>{answer}</div>}
      </header>
      <div className={classes.body}>{children}</div>
    </section>
  );
}

/** Things one below the other, each with what can be done to it. */
export function Items({ label, children }: { label: string; children: ReactNode }) {
  return <ul className={classes.items} aria-label={label}>{children}</ul>;
}

/** One of them: its name with more about it, and buttons. */
export function Item({ title, more, children }: { title: ReactNode; more?: ReactNode; children?: ReactNode }) {
  return (
    <li className={classes.item}>
      <div className={classes.itemWords}>
        <div className={classes.itemTitle}>{title}</div>
        {more && <div className={classes.itemMore}>{more}</div>}
      </div>
      {children && <div className={classes.itemActions}>{children}</div>}
    </li>
  );
}
