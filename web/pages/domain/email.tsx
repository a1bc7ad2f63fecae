import { getRouteApi } from '@tanstack/react-router';
import { useGet } from '../../api/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { EmailView } from '../../report/email-view.tsx';
import { texts } from '../../texts/en/domain.ts';

const route = getRouteApi('/own/domains/$id');

/** What becomes of mail in the name of the domain. */
export default function Email() {
  const { id } = route.useParams();
  const query = useGet('GET /api/domains/{id}/email-security', { id });
  return <Loaded of={query} what={texts.email.what}>{({ data }) => <EmailView of={data} />}</Loaded>;
}
