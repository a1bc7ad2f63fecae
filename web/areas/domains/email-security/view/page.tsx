import { getRouteApi, Link } from '@tanstack/react-router';
import { useGet } from '../../../../api/queries.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { EmailView } from './email-view.tsx';
import { texts } from '../texts/email-security.ts';
import classes from './page.module.css';

const route = getRouteApi('/own/domains/$id');

/** What becomes of mail in the name of the domain. */
export default function Email() {
  const { id } = route.useParams();
  const query = useGet('GET /api/domains/{id}/email-security', { id });
  const domain = useGet('GET /api/domains/{id}', { id }).data?.data;
  return (
    <>
      {domain && <p className={classes.toReports}><Link to="/dmarc/$domain" params={{ domain: domain.name }}>{texts.reports}</Link></p>}
      <Loaded of={query} what={texts.what}>{({ data }) => <EmailView of={data} />}</Loaded>
    </>
  );
}
