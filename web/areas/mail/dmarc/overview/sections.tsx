import { Link } from '@tanstack/react-router';
import { SectionNav } from '../../../../parts/section-nav.tsx';
import { texts } from '../texts/reports.ts';

/** The pages about the reports of all domains. */
export function Sections() {
  return (
    <SectionNav label={texts.navigation}>
      <Link to="/dmarc" activeOptions={{ exact: true, includeSearch: false }}>{texts.sections.overview}</Link>
      <Link to="/dmarc/messages" activeOptions={{ includeSearch: false }}>{texts.sections.messages}</Link>
      <Link to="/dmarc/intake">{texts.sections.intake}</Link>
    </SectionNav>
  );
}
