import { Link } from '@tanstack/react-router';
import { PageHead } from '../parts/page-head.tsx';
import { texts } from '../texts/shell.ts';

/** What is shown at an address of the dashboard that leads nowhere. */
export function NotFound() {
  return <PageHead title={texts.notFound} answer={<>{texts.notFoundDetail} <Link to="/">{texts.toStart}</Link></>} />;
}
