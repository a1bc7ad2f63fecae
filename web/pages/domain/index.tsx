import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { useGet } from '../../api/queries.ts';
import { Grade } from '../../parts/grade.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { texts } from '../../texts/en/domain.ts';
import classes from './domain.module.css';

const route = getRouteApi('/own/domains/$id');
const sections = [
  { to: '/domains/$id', label: texts.sections.report },
  { to: '/domains/$id/email', label: texts.sections.email },
  { to: '/domains/$id/history', label: texts.sections.history },
  { to: '/domains/$id/subdomains', label: texts.sections.subdomains },
  { to: '/domains/$id/setup', label: texts.sections.setup },
] as const;

/** One domain: its name and grade, and the way to its parts. */
export default function DomainPage() {
  const { id } = route.useParams();
  const query = useGet('GET /api/domains/{id}', { id });
  return (
    <Loaded of={query} what={texts.what}>
      {({ data }) => (
        <>
          <PageHead title={data.unicodeName} above={<Link to="/domains">{texts.back}</Link>} answer={<Grade grade={data.grade} score={data.score} />} />
          <nav className={classes.sections} aria-label={texts.navigation}>
            {sections.map(({ to, label }) => <Link key={to} to={to} params={{ id }} activeOptions={{ exact: true }}>{label}</Link>)}
          </nav>
          <Outlet />
        </>
      )}
    </Loaded>
  );
}
