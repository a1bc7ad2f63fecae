import { Link } from '@tanstack/react-router';
import { SectionNav } from '../../../parts/section-nav.tsx';
import { texts } from './texts/status.ts';

/** The pages about status. */
export function Sections() {
  return (
    <SectionNav label={texts.navigation}>
      <Link to="/status" activeOptions={{ exact: true, includeSearch: false }}>{texts.sections.services}</Link>
      <Link to="/status/checks" activeOptions={{ includeSearch: false }}>{texts.sections.checks}</Link>
      <Link to="/status/incidents" activeOptions={{ includeSearch: false }}>{texts.sections.incidents}</Link>
      <Link to="/status/pages" activeOptions={{ includeSearch: false }}>{texts.sections.pages}</Link>
    </SectionNav>
  );
}
