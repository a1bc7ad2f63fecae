import { useEffect, useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import classes from './disclosure.module.css';

interface DisclosureProps {
  id?: string;
  summary: ReactNode;
  /** Whether it stands open when it appears, and as soon as this becomes true. */
  isOpen?: boolean;
  children: ReactNode;
}

/** A row that opens; what is inside is made when it is opened for the first time. */
export function Disclosure({ id, summary, isOpen = false, children }: DisclosureProps) {
  const [open, setOpen] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setOpen(true);
  }, [isOpen]);
  return (
    <details id={id} className={classes.row} open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>{summary}<span className={classes.turn}><Icon name="down" size={16} /></span></summary>
      {open ? <div className={classes.body}>{children}</div> : null}
    </details>
  );
}
