import { Anchor, Button, Progress } from '@mantine/core';
import type { DataOf } from '../../../../api/client.ts';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { FindingLink, reportTexts } from '../../check/index.ts';
import { texts } from '../texts/setup.ts';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { SmallTable } from '../../../../parts/facts.tsx';
import { PasteRecord } from '../../../../parts/paste-record.tsx';
import classes from './setup-steps.module.css';

type Setup = DataOf<'GET /api/domains/{id}/setup'>['data'];
type Step = Setup['steps'][number];
type Live = NonNullable<Step['live']>[number];

const statuses: Readonly<Record<Step['state'], Status>> = { todo: 'warn', pendingDns: 'info', done: 'pass', blocked: 'off', notNeeded: 'off' };

interface SetupStepsProps {
  of: Setup;
  /** Asks the nameservers for the records of the open steps. */
  onCheckAgain: () => void;
  isChecking?: boolean;
}

/** The way to a well-kept domain: the steps in order, with what to publish, and how far each change has come. */
export function SetupSteps({ of: { steps, next, host }, onCheckAgain, isChecking = false }: SetupStepsProps) {
  if (steps.length === 0) return <p>{texts.never}</p>;
  const needed = steps.filter(({ state }) => state !== 'notNeeded');
  const done = needed.filter(({ state }) => state === 'done').length;
  const progress = texts.progress(done, needed.length);
  return (
    <div className={classes.section}>
      <div className={classes.setupHead}>
        <div className={classes.setupProgress}><p>{progress}</p><Progress value={(done / needed.length) * 100} aria-label={progress} size="sm" /></div>
        <Button variant="default" loading={isChecking} leftSection={<Icon name="refresh" size={16} />} onClick={onCheckAgain}>{texts.again}</Button>
      </div>
      <ol className={classes.steps}>{steps.map((step, index) => <li key={step.id}><StepRow step={step} number={index + 1} isNext={step.id === next} host={host} /></li>)}</ol>
    </div>
  );
}

function StepRow({ step, number, isNext, host }: { step: Step; number: number; isNext: boolean; host: Setup['host'] }) {
  const { state, title, why, note, action, record, file, portalUrl, findings, safeNext, live } = step;
  const isOpen = state === 'todo' || state === 'pendingDns';
  const summary = (
    <span className={classes.step}>
      <span className={classes.number}>{number}</span>
      <span className={classes.findingTitle}>{title}{note === null ? null : <span className={classes.note}>{note}</span>}</span>
      <span className={isOpen ? undefined : classes.calm}><StatusBadge status={statuses[state]} word={isNext ? texts.next : texts.states[state]} /></span>
    </span>
  );
  return (
    <Disclosure summary={summary} isOpen={isNext || state === 'pendingDns'}>
      <p>{why}</p>
      {isOpen ? <p><strong>{action}</strong></p> : null}
      {isOpen && safeNext !== null ? <p className={classes.caution}><strong>{texts.safeNext}</strong> {safeNext}</p> : null}
      {isOpen && file ? <div className={classes.block}><p className={classes.label}>{texts.file(file.url)}</p><CodeBlock text={file.content} what={texts.file(file.url)} /></div> : null}
      {isOpen && record ? <div className={classes.block}><p className={classes.label}>{texts.record}</p><PasteRecord record={record} /></div> : null}
      {isOpen && portalUrl !== null ? <p><Anchor className={classes.out} href={portalUrl} target="_blank" rel="noreferrer"><Icon name="external" size={15} />{host === null ? reportTexts.fix.portalUnnamed : reportTexts.fix.portal(host.name)}</Anchor></p> : null}
      {isOpen && record && host?.howTo ? <details className={classes.why}><summary>{texts.howTo(host.name)}</summary><p>{host.howTo.record} {host.howTo.name}</p></details> : null}
      {live === null || live.length === 0 ? null : <div className={classes.block}><p className={classes.label}>{texts.live}</p><SmallTable columns={Object.values(texts.columns)} rows={live.map(liveCells)} /></div>}
      {findings.length > 0 ? <p className={classes.foot}>{findings.map(finding => <FindingLink key={finding} finding={finding}>{texts.finding(finding)}</FindingLink>)}</p> : null}
    </Disclosure>
  );
}

function liveCells({ nameserver, has, records, cause }: Live): React.ReactNode[] {
  const badge = has === null ? <StatusBadge status="unknown" word={texts.has.unknown} /> : has ? <StatusBadge status="pass" word={texts.has.yes} /> : <StatusBadge status="off" word={texts.has.no} />;
  return [<code>{nameserver}</code>, badge, cause ?? records.map((record, index) => <div key={index}><code>{record}</code></div>)];
}
