import { Button, Group } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { texts } from '../texts/parts.ts';
import { CodeBlock } from './copy.tsx';
import classes from './problem-note.module.css';

interface SecretOnceProps {
  title: string;
  secret: string;
  /** What it is, for the button that copies it: "the API key". */
  what: string;
  /** How to use it. */
  children?: ReactNode;
  onDone: () => void;
}

/** A secret that is shown this once, with the warning that it is; it takes the focus when it comes. */
export function SecretOnce({ title, secret, what, children, onDone }: SecretOnceProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} className={`${classes.note} ${classes.once}`} data-status="warn" tabIndex={-1} aria-label={title}>
      <p className={classes.title}>{title}</p>
      <p>{texts.secretOnce}</p>
      <div className={classes.secret}><CodeBlock text={secret} what={what} /></div>
      {children}
      <Group mt="sm"><Button variant="default" size="xs" onClick={onDone}>{texts.secretKept}</Button></Group>
    </section>
  );
}
