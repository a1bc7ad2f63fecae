import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useContributions } from '../../area.ts';
import { holds, useSession } from '../../api/session.ts';
import { Empty } from '../../parts/empty.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { texts } from '../../texts/settings.ts';
import classes from './settings.module.css';

/** The settings of all areas: each section by its address, those that the role does not cover left out. */
export default function Settings() {
  const role = useSession()?.role ?? null;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const sections = useContributions('settings');
  const seen = sections.filter(one => holds(role, one.role));
  const section = sections.find(({ to }) => to === path);
  if (section === undefined && seen[0] !== undefined) return <Navigate to={seen[0].to} replace />;
  return (
    <>
      <PageHead title={texts.title} tab={section ? `${section.label()} · ${texts.title}` : texts.title} />
      <nav className={classes.sections} aria-label={texts.navigation}>
        {seen.map(({ to, label }) => <Link key={to} to={to} aria-current={to === path ? 'page' : undefined}>{label()}</Link>)}
      </nav>
      {section && (holds(role, section.role) ? <Outlet /> : <Empty title={texts.needsRole(section.role)}>{texts.askFor}</Empty>)}
    </>
  );
}
