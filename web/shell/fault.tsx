import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ProblemNote } from '../parts/problem-note.tsx';

/** Stands for a page that has failed; the navigation around it still works. */
export function Fault({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = (): void => {
    reset();
    void router.invalidate();
  };
  return <ProblemNote error={error as Error} onRetry={again} />;
}
