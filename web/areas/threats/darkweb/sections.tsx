import { Link } from '@tanstack/react-router';
import { SectionNav } from '../../../parts/section-nav.tsx';
import { texts } from './texts/darkweb.ts';

/** The pages about leaked credentials. */
export function Sections() {
  return (
    <SectionNav label={texts.navigation}>
      <Link to="/darkweb" activeOptions={{ exact: true, includeSearch: false }}>{texts.sections.list}</Link>
      <Link to="/darkweb/sources">{texts.sections.sources}</Link>
    </SectionNav>
  );
}
