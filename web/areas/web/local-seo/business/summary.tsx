import { Link } from '@tanstack/react-router';
import { useGet } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Facts } from '../../../../parts/section.tsx';
import { stretchesOf } from '../settings/hours-lines.ts';
import classes from '../local.module.css';
import { texts as local } from '../texts/local.ts';
import { texts } from '../texts/settings.ts';
import type { Business } from '../types.ts';

const { summary: words, hours: ofHours, schedule: ofSchedule, pages: ofPages } = texts;

/** What is entered of a business, and whether its regular scan was made. */
export function Summary({ of: { hours, timeZone, schedule, listingPages, profile } }: { of: Business }) {
  const hasGrant = useGet('GET /api/local-seo/catalog', {}).data?.data.businessProfile.connected ?? false;
  return (
    <div className={classes.stack}>
      <Facts of={[
        [words.hours, hours === null || timeZone === null ? ofHours.none : <>{stretchesOf(hours).map(stretch => <div key={stretch.from}>{ofHours.stretch(stretch)}</div>)}<span className={classes.quiet}>{timeZone}</span></>],
        [words.schedule, schedule === null ? ofSchedule.none : <>{ofSchedule.summary(schedule.keywords, local.every(schedule.everyDays))}, {words.next} <Ago at={schedule.nextAt} /></>],
        [words.pages, ofPages.count(listingPages.length)], [words.profile, hasGrant && profile !== null ? words.connected : words.notConfigured],
      ]} />
      {schedule?.skipped && <p className={classes.note} data-status="warn">{ofSchedule.skipped} {schedule.skipped} <Link to="/local-seo/providers">{local.list.providers}</Link></p>}
    </div>
  );
}
