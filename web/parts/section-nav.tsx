import type { ReactNode } from 'react';
import classes from './section-nav.module.css';

/** Links to the pages of one subject, above each of them; `label` is what screen readers say. */
export function SectionNav({ label, children }: { label: string; children: ReactNode }) {
  return <nav className={classes.sections} aria-label={label}>{children}</nav>;
}
