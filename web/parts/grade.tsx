import { texts } from '../texts/parts.ts';
import type { Status } from './status-badge.tsx';
import classes from './grade.module.css';

/** A grade from A+ to F with its colour; a question mark where something that it depends on could not be read, dashed where it may change. */
export function Grade({ grade, score = null, provisional = false, size = 'sm' }: { grade: string | null; score?: number | null; provisional?: boolean; size?: 'sm' | 'lg' }) {
  const label = grade === null ? texts.noGrade : texts.grade(grade, score, provisional);
  return <span className={classes.grade} data-status={statusOf(grade)} data-size={size} data-provisional={grade === null || provisional || undefined} role="img" aria-label={label} title={label}>{grade ?? '?'}</span>;
}

function statusOf(grade: string | null): Status {
  if (grade === null) return 'unknown';
  if (grade.startsWith('A')) return 'pass';
  return grade.startsWith('B') || grade.startsWith('C') ? 'warn' : 'fail';
}
