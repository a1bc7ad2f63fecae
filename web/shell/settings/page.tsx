import { Link, Navigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType } from 'react';
import { holds, useSession, type Role } from '../../api/session.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loading } from '../../parts/loaded.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { texts } from '../../texts/settings.ts';
import classes from './settings.module.css';

interface Section {
  id: keyof typeof texts.sections;
  /** The least role that sees it. */
  role: Role;
  Page: ComponentType;
}

const sections: readonly Section[] = [
  { id: 'profile', role: 'viewer', Page: lazy(() => import('../../areas/platform/account/profile/page.tsx')) },
  { id: 'account', role: 'viewer', Page: lazy(() => import('../../areas/platform/account/settings/page.tsx')) },
  { id: 'people', role: 'admin', Page: lazy(() => import('../../areas/platform/account/settings/people.tsx')) },
  { id: 'plan', role: 'viewer', Page: lazy(() => import('../../areas/platform/account/settings/plan.tsx')) },
  { id: 'keys', role: 'admin', Page: lazy(() => import('../../areas/platform/keys/list/page.tsx')) },
  { id: 'channels', role: 'admin', Page: lazy(() => import('../../areas/platform/notifications/channels/page.tsx')) },
  { id: 'audit', role: 'owner', Page: lazy(() => import('../../areas/platform/audit/log/page.tsx')) },
];

/** All settings: each part by its address, those that the role does not cover left out. */
export default function Settings() {
  const role = useSession()?.role ?? null;
  const { section: wanted } = useParams({ strict: false });
  const section = sections.find(({ id }) => id === wanted);
  const first = sections.find(one => holds(role, one.role));
  if (wanted === undefined && first) return <Navigate to="/settings/$section" params={{ section: first.id }} replace />;
  return (
    <>
      <PageHead title={texts.title} tab={section ? `${texts.sections[section.id]} · ${texts.title}` : texts.title} />
      <nav className={classes.sections} aria-label={texts.navigation}>
        {sections.filter(one => holds(role, one.role)).map(({ id }) => (
          <Link key={id} to="/settings/$section" params={{ section: id }} aria-current={id === wanted ? 'page' : undefined}>{texts.sections[id]}</Link>
        ))}
      </nav>
      {!section && <Empty title={texts.nothing} action={<Link to="/settings">{texts.toFirst}</Link>} />}
      {section && !holds(role, section.role) && <Empty title={texts.needsRole(section.role)}>{texts.askFor}</Empty>}
      {section && holds(role, section.role) && <Suspense fallback={<Loading what={texts.what} />}><section.Page key={section.id} /></Suspense>}
    </>
  );
}
