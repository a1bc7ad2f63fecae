import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './section.module.css';

interface PartProps {
  title: string;
  /** How it stands, what is next. */
  answer?: ReactNode;
  actions?: ReactNode;
  /** 2 for a section, 3 for what is in one. */
  order?: 2 | 3;
  children?: ReactNode;
}

/** One part of the settings under its heading. */
export function Part({ title, answer, actions, order = 2, children }: PartProps) {
  return (
    <section className={classes.part} data-order={order}>
      <header className={classes.head}>
        <div className={classes.words}>
          <Title order={order}>{title}</Title>
          {answer && <div className={classes.answer}>{answer}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** A name and what it is, one under the other. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return <dl className={classes.facts}>{of.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>;
}
