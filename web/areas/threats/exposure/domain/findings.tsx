import { Anchor, Title } from '@mantine/core';
import { Ago } from '../../../../parts/ago.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { PasteRecord } from '../../../../parts/paste-record.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/exposure.ts';
import type { ExposureFinding } from '../types.ts';
import { Exception } from './exception.tsx';
import classes from './exposure.module.css';

const { findings: words } = texts;

/** Every open finding, most severe first, those that were accepted last. */
export function Findings({ findings }: { findings: readonly ExposureFinding[] }) {
  const sorted = findings.toSorted((a, b) => Number(a.exception !== null) - Number(b.exception !== null));
  return (
    <section className={classes.section} aria-labelledby="exposure-findings">
      <Title order={2} size="h3" id="exposure-findings">{words.title}</Title>
      {sorted.length === 0 ? <p className={classes.quiet}>{words.none}</p> : <div className={classes.rows}>{sorted.map((finding, index) => <FindingRow key={finding.id} finding={finding} isFirst={index === 0} />)}</div>}
    </section>
  );
}

function FindingRow({ finding, isFirst }: { finding: ExposureFinding; isFirst: boolean }) {
  const { id, kind, title, detail, severity, address, port, verified, evidence, fix, references, firstSeenAt, exception } = finding;
  const summary = (
    <span className={classes.summary}>
      {exception === null ? <StatusBadge status={statusOfFinding(finding)} word={words.severities[severity]} /> : <StatusBadge status="off" word={words.excepted} />}
      <span className={classes.words}><span>{title}</span><span className={classes.quiet}>{words.location(address, port)} · {words.verified[verified]}</span></span>
    </span>
  );
  return (
    <Disclosure id={id} summary={summary} isOpen={isFirst}>
      <div className={classes.inside}>
        <p>{detail}</p>
        <div><p className={classes.label}>{words.evidence}</p><ul className={classes.lines}>{evidence.map((line, index) => <li key={index}>{line}</li>)}</ul></div>
        {fix && <div><p className={classes.label}>{words.fix}</p><p>{fix.text}</p>{fix.record && <PasteRecord record={fix.record} />}</div>}
        <p className={classes.foot}>
          <span className={classes.quiet}>{words.since} <Ago at={firstSeenAt} /></span>
          <Anchor href={`/docs/findings/${kind}`}>{words.about}</Anchor>
          {references.map(({ title: name, url }) => <Anchor key={url} href={url} target="_blank" rel="noreferrer">{name}</Anchor>)}
        </p>
        <Exception finding={finding} />
      </div>
    </Disclosure>
  );
}
