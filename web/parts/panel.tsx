import { CloseButton, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { texts } from '../texts/parts.ts';
import classes from './panel.module.css';

/** A form or details that open in the page; they take the focus when they come. */
export function Panel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const first = box.current?.querySelector<HTMLElement>('[data-autofocus]') ?? box.current;
    first?.focus();
  }, []);
  return (
    <section ref={box} className={classes.panel} aria-label={title} tabIndex={-1}>
      <header className={classes.panelHead}>
        <Title order={3}>{title}</Title>
        <CloseButton aria-label={texts.close} onClick={onClose} />
      </header>
      {children}
    </section>
  );
}
