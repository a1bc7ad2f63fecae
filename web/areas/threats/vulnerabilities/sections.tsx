import { Link } from '@tanstack/react-router';
import { SectionNav } from '../../../parts/section-nav.tsx';
import { texts } from './texts/vulnerabilities.ts';

/** The pages about vulnerabilities. */
export function Sections() {
  return (
    <SectionNav label={texts.navigation}>
      <Link to="/vulnerabilities" activeOptions={{ exact: true, includeSearch: false }}>{texts.sections.alerts}</Link>
      <Link to="/vulnerabilities/products" activeOptions={{ includeSearch: false }}>{texts.sections.products}</Link>
      <Link to="/vulnerabilities/sources">{texts.sections.sources}</Link>
    </SectionNav>
  );
}
