import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { StatusBadge, StatusMark, type Status } from '../../../../parts/status-badge.tsx';
import { PasteRecord } from '../../../../parts/paste-record.tsx';
import { texts } from '../texts/reports.ts';
import shared from '../overview/dmarc.module.css';
import { shareOf } from '../overview/record-status.ts';
import type { Summary } from '../types.ts';
import classes from './dmarc-domain.module.css';

type Progress = NonNullable<Summary['progress']>;

const { advice: words } = texts;
const steps = ['none', 'quarantine', 'reject'] as const;
const impacts = ['legitimatePerWeek', 'threatPerWeek', 'unknownPerWeek'] as const;

/** Whether the policy can be made stricter: where it stands, what it would do, what is in the way, and the record. */
export function Advice({ domain, of, policy }: { domain: string; of: Progress; policy: Summary['policy'] }) {
  const { current, target, ready, advice, record, blocking, legitimate, rollback, since } = of;
  const [status, word]: [Status, string] = current === null ? ['unknown', words.unknown] : target === null ? ['pass', words.done] : ready ? ['pass', words.ready] : ['warn', words.notReady];
  const isElsewhere = policy !== null && policy.foundAt !== null && policy.foundAt !== `_dmarc.${domain}`;
  return (
    <section className={classes.advice} aria-labelledby="dmarc-policy">
      <div className={shared.bar}>
        <Title order={2} id="dmarc-policy">{words.title}</Title>
        <StatusBadge status={status} word={word} />
      </div>
      <Ladder current={current} target={target} />
      <p className={classes.lead}>{advice}</p>
      <p className={shared.quiet}>
        {words.basis} {legitimate.messages > 0 ? words.legitimate(texts.percent(shareOf(legitimate.passed, legitimate.messages)), legitimate.messages) : null} {since === null ? null : words.since(since)} {isElsewhere ? words.inherited(policy.foundAt!) : null} {rollback}
      </p>
      <div className={classes.columns}>
        {blocking.length > 0 && <Blocking domain={domain} of={blocking} />}
        <Impact of={of} />
      </div>
      {record && ready && <div className={shared.block}><p className={shared.label}>{words.record}</p><PasteRecord record={record} /></div>}
      {record && !ready && <details className={classes.later}><summary>{words.notYet}</summary><PasteRecord record={record} /></details>}
    </section>
  );
}

/** The three steps of a policy, with the one in force and the next. */
function Ladder({ current, target }: Pick<Progress, 'current' | 'target'>) {
  const index = steps.findIndex(step => step === current);
  return (
    <ol className={classes.ladder} aria-label={words.ladder}>
      {steps.map((step, at) => (
        <li key={step} data-reached={at <= index || undefined} aria-current={step === current ? 'step' : undefined}>
          <strong>{texts.policies[step]}</strong>
          <span>{words.steps[step]}{step === current ? `, ${words.now}` : step === target ? `, ${words.next}` : null}</span>
        </li>
      ))}
    </ol>
  );
}

function Blocking({ domain, of }: { domain: string; of: Progress['blocking'] }) {
  return (
    <div className={shared.block}>
      <p className={shared.label}>{words.blocking}</p>
      <ul className={classes.blocking}>
        {of.map(({ code, cause, fix, sender, messages }, at) => (
          <li key={at}>
            <StatusMark status={code === 'policyUnknown' ? 'unknown' : 'warn'} />
            <span>
              {cause} <span className={shared.quiet}>{fix}{messages !== null && messages > 0 ? ` ${words.lost(messages)}.` : null}</span>
              {(sender !== null || code === 'openFinding') && <> <Link to="/dmarc/$domain/$section" params={{ domain, section: 'findings' }} search={before => before}>{words.findings}</Link></>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the next step would do to mail as it is today. */
function Impact({ of: { impact, target, legitimate } }: { of: Progress }) {
  if (impact === null || target === null) return null;
  const nothing = impacts.every(one => impact[one] === 0);
  return (
    <div className={shared.block}>
      <p className={shared.label}>{words.impact(target)}</p>
      {nothing ? <p className={shared.quiet}>{legitimate.messages === 0 ? words.impactUnknown : words.impactNone}</p> : (
        <ul className={classes.impact}>
          {impacts.map(one => <li key={one} data-status={one === 'legitimatePerWeek' && impact[one] > 0 ? 'fail' : undefined}><strong>{texts.count(Math.ceil(impact[one]))}</strong> {words.impactOf[one]}</li>)}
        </ul>
      )}
    </div>
  );
}
