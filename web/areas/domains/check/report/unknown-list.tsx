import { texts } from '../texts/report.ts';
import { StatusMark } from '../../../../parts/status-badge.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import classes from './report.module.css';
import { anchorOf, docsOf } from './show-finding.ts';
import type { ReportFinding } from './types.ts';
import { unknownGroups } from './unknown.ts';

/** The lookups that failed, each once, and what therefore stays open. */
export function UnknownList({ findings, shown }: { findings: readonly ReportFinding[]; shown: string | null }) {
  return (
    <>
      <p className={classes.quiet}>{texts.findings.unknownIntro}</p>
      <div className={classes.rows}>
        {unknownGroups(findings).map(({ title, findings }) => (
          <Disclosure key={title} isOpen={findings.some(({ id }) => id === shown)} summary={(
            <span className={classes.unknownRow}><StatusMark status="unknown" /><span className={classes.findingTitle}>{texts.records.cause(title)}</span><span className={classes.tag}>{texts.findings.hides(findings.length)}</span></span>
          )}>
            <ul className={classes.open}>{findings.map(({ id, record, detail }) => (
              <li key={id} id={anchorOf(id)}><strong>{texts.records.names[record]}</strong> {detail} <a href={docsOf(id)}>{id}</a></li>
            ))}</ul>
          </Disclosure>
        ))}
      </div>
    </>
  );
}
