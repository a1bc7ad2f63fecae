import { getRouteApi, Link } from '@tanstack/react-router';
import { useMayChange } from '../../../../api/may.ts';
import { useGet } from '../../../../api/queries.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/settings.ts';
import type { Business } from '../types.ts';
import { Details } from './details.tsx';
import { Hours } from './hours.tsx';
import { ListingPages } from './listing-pages.tsx';
import { Profile } from './profile.tsx';
import { Schedule } from './schedule.tsx';

const route = getRouteApi('/own/local-seo/businesses/$id/settings');

/** What is entered of a business, and what is done for it regularly. */
export default function BusinessSettings() {
  const { id } = route.useParams();
  const query = useGet('GET /api/local-seo/businesses/{id}', { id });
  return <div className={classes.page}><Loaded of={query} what={texts.what}>{({ data }) => <Shown of={data} />}</Loaded></div>;
}

function Shown({ of: business }: { of: Business }) {
  const mayChange = useMayChange();
  return (
    <>
      <PageHead title={texts.title(business.name)} above={<Link to="/local-seo/businesses/$id" params={{ id: business.id }}>{business.name}</Link>} answer={!mayChange && texts.readOnly} />
      <fieldset className={classes.settings} disabled={!mayChange} aria-label={texts.link}>
        <Details of={business} />
        <Hours of={business} />
        <Schedule of={business} />
        <ListingPages of={business} />
        <Profile of={business} />
      </fieldset>
    </>
  );
}
