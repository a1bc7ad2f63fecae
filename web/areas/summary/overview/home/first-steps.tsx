import { Button, Title } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Session } from '../../../../api/session.ts';
import { texts } from '../texts/overview.ts';
import classes from './overview.module.css';

const ways: readonly NonNullable<LinkProps['to']>[] = ['/domain-checkup.html', '/domains', '/notifications'];

/** What to do in a new account; who only reads is offered the check alone. */
export function FirstSteps({ session: { role } }: { session: Session }) {
  const steps = texts.steps.slice(0, role === 'viewer' ? 1 : texts.steps.length);
  return (
    <section className={classes.card} aria-labelledby="overview-first">
      <Title order={2} id="overview-first" className={classes.cardTitle}>{texts.first}</Title>
      <ol className={classes.steps}>{steps.map(({ title, text, action }, at) => (
        <li key={title}>
          <Title order={3}>{title}</Title>
          <p className={classes.rowNote}>{text}</p>
          <Button size="xs" variant={at === 0 ? 'filled' : 'default'} renderRoot={props => <Link to={ways[at]!} {...props} />}>{action}</Button>
        </li>
      ))}</ol>
    </section>
  );
}
