import { Anchor, Button, Group, Switch, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { mayBeSignedIn, useSession } from '../../../../api/session.ts';
import { DomainBox } from '../../../../parts/domain-box.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { texts } from '../texts/check.ts';
import classes from './check.module.css';

const route = getRouteApi('/domain-checkup.html');
// The report is for people who are signed in: others need not load it.
const loadCheck = () => import('./live-check.tsx');
if (mayBeSignedIn) void loadCheck();
const LiveCheck = lazy(loadCheck);

/** Checks the domain of the address; what was typed is kept through the sign-in. */
export default function Check() {
  const { domain, depth: asked } = route.useSearch();
  const depth = asked === 'checkup' ? 'checkup' : 'check';
  const navigate = route.useNavigate();
  const session = useSession();
  // Asking for the same domain once more is a wish for a new check.
  const [attempts, setAttempts] = useState(0);
  const show = (wanted: string): void => {
    if (wanted === domain) setAttempts(before => before + 1);
    else void navigate({ to: '.', search: { domain: wanted, ...(asked === undefined ? {} : { depth: asked }) } });
  };
  const setDepth = (full: boolean): void => void navigate({ to: '.', search: before => ({ ...before, depth: full ? 'checkup' : undefined }) as typeof before, replace: true });
  const scans = session?.allowances.find(({ name }) => name === 'website_scans');
  const box = (
    <div className={classes.ask}>
      <DomainBox key={domain ?? ''} domain={domain ?? ''} onCheck={show} />
      <div className={classes.options}>
        <Switch checked={depth === 'checkup'} onChange={event => setDepth(event.currentTarget.checked)} label={texts.full} description={texts.fullHint} />
        {scans && <span className={classes.left}>{texts.left(scans.remaining, scans.max)}</span>}
      </div>
    </div>
  );
  if (domain === undefined) return <><PageHead title={texts.title} answer={texts.lead} />{box}<Checks /></>;
  if (!session) return <><PageHead title={texts.titleOf(domain)} answer={texts.lead} />{box}<SignInFirst domain={domain} /><Checks /></>;
  return (
    <Suspense fallback={<><PageHead title={texts.titleOf(domain)} />{box}</>}>
      <LiveCheck key={`${depth} ${domain}`} domain={domain} depth={depth} attempts={attempts} box={box} />
    </Suspense>
  );
}

function SignInFirst({ domain }: { domain: string }) {
  const next = window.location.pathname + window.location.search;
  const ways = (
    <Group justify="center">
      <Button renderRoot={props => <Link to="/sign-in" search={{ next }} {...props} />}>{texts.signIn(domain)}</Button>
      <Anchor href={`/sign-up?${new URLSearchParams({ next }).toString()}`}>{texts.signUp}</Anchor>
    </Group>
  );
  return <Empty title={texts.titleOf(domain)} action={ways}>{texts.signInFirst(domain)}</Empty>;
}

function Checks() {
  return (
    <section className={classes.steps} aria-labelledby="check-steps">
      <Title order={2} id="check-steps" size="h3">{texts.checksTitle}</Title>
      <dl>{texts.scans.map(({ title, text }) => <div key={title}><dt>{title}</dt><dd>{text}</dd></div>)}</dl>
    </section>
  );
}
