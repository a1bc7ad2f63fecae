import { Link } from '@tanstack/react-router';
import { texts } from '../texts/reports.ts';
import classes from './dmarc.module.css';

/** The pages about the reports of all domains. */
export function Sections() {
  return (
    <nav className={classes.sections} aria-label={texts.navigation}>
      <Link to="/dmarc" activeOptions={{ exact: true, includeSearch: false }}>{texts.sections.overview}</Link>
      <Link to="/dmarc/messages" activeOptions={{ includeSearch: false }}>{texts.sections.messages}</Link>
      <Link to="/dmarc/intake">{texts.sections.intake}</Link>
    </nav>
  );
}
