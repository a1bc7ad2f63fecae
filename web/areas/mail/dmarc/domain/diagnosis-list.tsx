import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { language } from '../../../../language/index.ts';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { PasteRecord } from '../../../../parts/paste-record.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { texts } from '../texts/reports.ts';
import { ReportWrong, reportTexts } from '../../../domains/check/index.ts';
import shared from '../overview/dmarc.module.css';
import type { Diagnosis } from '../types.ts';
import classes from './dmarc-domain.module.css';

const { findings: words } = texts;

/** Findings of reports in lines, the first one open: cause, what shows it, and what to do, with the exact record. */
export function DiagnosisList({ of, domain, from, count }: { of: readonly Diagnosis[]; domain: string; from: string | undefined; count: (messages: number) => string }) {
  if (of.length === 0) return null;
  return (
    <div className={shared.rows}>
      {of.map((one, at) => (
        <Row
          key={`${one.id} ${one.sender?.id ?? ''} ${one.title}`} of={one} isFirst={at === 0} count={count}
          action={<ReportWrong domain={domain} finding={one.id} sender={one.sender?.id} from={from} />}
        />
      ))}
    </div>
  );
}

function Row({ of: { record, severity, state, title, detail, evidence, fix, references, messages, confidence, firstSeenAt, lastSeenAt }, isFirst, count, action }: { of: Diagnosis; isFirst: boolean; count: (messages: number) => string; action: ReactNode }) {
  const summary = (
    <span className={classes.summary}>
      <span className={classes.severity}><StatusBadge status={statusOfFinding({ state, severity })} word={words.severities[severity]} /></span>
      <span className={classes.findingTitle}>{title}</span>
      <span className={shared.quiet}>{reportTexts.records.names[record]} · {count(messages)}</span>
    </span>
  );
  return (
    <Disclosure summary={summary} isOpen={isFirst}>
      <p>{detail}</p>
      <div className={shared.block}>
        <p className={shared.label}>{words.evidence} <span className={shared.quiet}>{words.seen(language.day(firstSeenAt), language.day(lastSeenAt))} · {words.confidence[confidence]}</span></p>
        <ul className={classes.evidence}>{evidence.map((line, at) => <li key={at}>{line}</li>)}</ul>
      </div>
      <div className={shared.block}>
        <p className={shared.label}>{words.fix}</p>
        <p>{fix.text}</p>
        {fix.steps.length > 0 && <ol className={shared.numbered}>{fix.steps.map(step => <li key={step}>{step}</li>)}</ol>}
        {fix.record && <PasteRecord record={fix.record} />}
      </div>
      <p className={classes.references}>{references.map(({ title, url }) => <Anchor key={url} href={url} target="_blank" rel="noreferrer">{title}</Anchor>)}{action}</p>
    </Disclosure>
  );
}
