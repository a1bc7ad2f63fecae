import { texts } from '../texts/parts.ts';
import type { Status } from './status-badge.tsx';
import classes from './grade.module.css';

/** A grade from A+ to F with its colour; a dash where too little could be judged. */
export function Grade({ grade, score = null, size = 'sm' }: { grade: string | null; score?: number | null; size?: 'sm' | 'lg' }) {
  const label = grade === null ? texts.noGrade : texts.grade(grade, score);
  return <span className={classes.grade} data-status={statusOf(grade)} data-size={size} role="img" aria-label={label} title={label}>{grade ?? '–'}</span>;
}

function statusOf(grade: string | null): Status {
  if (grade === null) return 'off';
  if (grade.startsWith('A')) return 'pass';
  return grade.startsWith('B') || grade.startsWith('C') ? 'warn' : 'fail';
}
