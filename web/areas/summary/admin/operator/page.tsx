import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useSession } from '../../../../api/session.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { SectionNav } from '../../../../parts/section-nav.tsx';
import { texts } from '../texts/admin.ts';
import { Accounts } from './accounts.tsx';
import { OptOuts } from '../../../threats/exposure/index.ts';
import { AuditLog } from './audit.tsx';
import { Health } from './health.tsx';
import { Invitations } from './invitations.tsx';

const sections = { health: Health, accounts: Accounts, invitations: Invitations, scans: OptOuts, audit: AuditLog } as const;
type Section = keyof typeof sections;

/** What the operator sees of the service and of all accounts. */
export default function Admin() {
  const { section } = useParams({ strict: false });
  const session = useSession();
  if (!session?.account.operator) {
    return <><PageHead title={texts.title} /><Empty title={texts.notYours} action={<Button variant="default" renderRoot={props => <Link to="/" {...props} />}>{texts.back}</Button>}>{texts.notYoursWhy}</Empty></>;
  }
  const shown: Section = section !== undefined && section in sections ? section as Section : 'health';
  const Shown = sections[shown];
  return (
    <>
      <PageHead title={texts.title} tab={`${texts.sections[shown]} · ${texts.title}`} />
      <SectionNav label={texts.navigation}>
        {(Object.keys(sections) as Section[]).map(one => (
          <Link key={one} to="/admin/$section" params={{ section: one }} aria-current={one === shown ? 'page' : undefined}>{texts.sections[one]}</Link>
        ))}
      </SectionNav>
      <Shown />
    </>
  );
}
