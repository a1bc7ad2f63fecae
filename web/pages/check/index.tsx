import { Anchor, Button, Group, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useGet } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { DomainBox } from '../../parts/domain-box.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Grade } from '../../parts/grade.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { texts } from '../../texts/en/check.ts';

const route = getRouteApi('/domain-checkup.html');

/** Checks the domain of the address; what was typed is kept through the sign-in. */
export default function Check() {
  const { domain } = route.useSearch();
  const session = useSession();
  return (
    <>
      <PageHead title={domain === undefined ? texts.title : texts.titleOf(domain)} answer={texts.lead} />
      <DomainBox key={domain ?? ''} domain={domain ?? ''} />
      {domain !== undefined && (session ? <Result domain={domain} /> : <SignInFirst domain={domain} />)}
    </>
  );
}

function SignInFirst({ domain }: { domain: string }) {
  const next = `/domain-checkup.html?${new URLSearchParams({ domain }).toString()}`;
  const ways = (
    <Group>
      <Button renderRoot={props => <Link to="/sign-in" search={{ next }} {...props} />}>{texts.signIn(domain)}</Button>
      <Anchor href="/sign-up">{texts.signUp}</Anchor>
    </Group>
  );
  return <Group mt="xl"><Empty title={texts.titleOf(domain)} action={ways}>{texts.signInFirst(domain)}</Empty></Group>;
}

function Result({ domain }: { domain: string }) {
  const query = useGet('GET /api/', { domain });
  return (
    <Loaded of={query} what={texts.what}>
      {({ grade, score, summary }) => (
        <section>
          <Group mt="xl"><Grade grade={grade} score={score} size="lg" />{texts.answer(summary.issues_count)}</Group>
          {summary.issues.length > 0 && <><Title order={2} mt="lg">{texts.issues}</Title><ul>{summary.issues.map(issue => <li key={issue}>{issue}</li>)}</ul></>}
        </section>
      )}
    </Loaded>
  );
}
