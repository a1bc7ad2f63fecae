import { CloseButton, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { texts } from '../texts/parts.ts';
import classes from './panel.module.css';

/** A form or details that open in the page; they take the focus when they come. `order` is that of the heading. */
export function Panel({ title, order = 3, onClose, children }: { title: string; order?: 2 | 3; onClose: () => void; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const first = box.current?.querySelector<HTMLElement>('[data-autofocus]') ?? box.current;
    first?.focus();
  }, []);
  return (
    <section ref={box} className={classes.panel} aria-label={title} tabIndex={-1}>
      <header className={classes.panelHead}>
        <Title order={order} size="h3">{title}</Title>
        <CloseButton aria-label={texts.close} onClick={onClose} />
      </header>
      {children}
    </section>
  );
}
