import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType } from 'react';
import { ClientProblem } from '../../../../../src/surfaces/client/index.ts';
import { useGet } from '../../../../api/queries.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { Loading } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { SectionNav } from '../../../../parts/section-nav.tsx';
import { texts } from '../texts/reports.ts';
import { Answer } from '../overview/answer.tsx';
import { WithPlan } from '../overview/plan.tsx';
import { useDomain } from './use-domain.ts';

interface Section {
  id: keyof typeof texts.domainSections;
  Page: ComponentType;
}

const NOT_FOUND = 404;
const sections: readonly Section[] = [
  { id: 'summary', Page: lazy(() => import('./summary.tsx')) },
  { id: 'senders', Page: lazy(() => import('./senders.tsx')) },
  { id: 'findings', Page: lazy(() => import('./findings.tsx')) },
  { id: 'failures', Page: lazy(() => import('./failures.tsx')) },
  { id: 'tls', Page: lazy(() => import('./tls.tsx')) },
  { id: 'setup', Page: lazy(() => import('./setup.tsx')) },
];

/** What reports say of one domain, in parts. */
export default function DmarcDomain() {
  const { domain } = useDomain();
  return <WithPlan title={domain}>{() => <Shown />}</WithPlan>;
}

function Shown() {
  const { domain, from } = useDomain();
  const { section: wanted = 'summary' } = useParams({ strict: false });
  const section = sections.find(({ id }) => id === wanted);
  const query = useGet('GET /api/dmarc/summary', { domain, from });
  if (query.error instanceof ClientProblem && query.error.failure.status === NOT_FOUND) return <Unknown domain={domain} />;
  const of = query.data?.data.domain === domain ? query.data.data : null;
  const next = of?.progress && <span>{of.progress.advice}</span>;
  return (
    <>
      <PageHead title={domain} tab={section ? `${texts.domainSections[section.id]} · ${domain}` : domain} above={<Link to="/dmarc">{texts.title}</Link>} answer={of && <Answer of={of} next={next} />} />
      <SectionNav label={texts.ofDomain}>
        {sections.map(({ id }) => id === 'summary'
          ? <Link key={id} to="/dmarc/$domain" params={{ domain }} search={before => before} activeOptions={{ exact: true, includeSearch: false }}>{texts.domainSections[id]}</Link>
          : <Link key={id} to="/dmarc/$domain/$section" params={{ domain, section: id }} search={before => before} activeOptions={{ includeSearch: false }}>{texts.domainSections[id]}</Link>)}
      </SectionNav>
      {section
        ? <Suspense fallback={<Loading what={texts.what} />}><section.Page key={`${domain} ${section.id}`} /></Suspense>
        : <Empty title={texts.noSection} action={<Link to="/dmarc/$domain" params={{ domain }}>{texts.toSummary}</Link>} />}
    </>
  );
}

/** A domain that is neither in the inventory nor in any report. */
function Unknown({ domain }: { domain: string }) {
  const { empty: words } = texts;
  return (
    <>
      <PageHead title={domain} above={<Link to="/dmarc">{texts.title}</Link>} />
      <Empty title={words.unknownDomain} action={<Button variant="default" renderRoot={props => <Link to="/domains" {...props} />}>{words.toDomains}</Button>}>{words.unknownDomainWhy}</Empty>
    </>
  );
}
