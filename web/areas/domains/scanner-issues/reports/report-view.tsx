import type { DataOf } from '../../../../api/client.ts';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { texts } from '../texts/scanner-issues.ts';
import classes from './scanner-issues.module.css';

export type Issue = DataOf<'GET /api/scanner-issues/{id}'>['data'];

/** Everything that a report sends: the finding, its evidence, and the facts it was judged by. */
export function ReportView({ of: { finding, facts } }: { of: Issue['report'] }) {
  return (
    <>
      <div className={classes.block}>
        <p className={classes.label}>{texts.finding} <code>{finding.id}</code></p>
        <p>{finding.title}</p>
        <p className={classes.quiet}>{finding.detail}</p>
      </div>
      {finding.evidence.length > 0 && (
        <div className={classes.block}>
          <p className={classes.label}>{texts.evidence}</p>
          <ul className={classes.evidence}>{finding.evidence.map((line, at) => <li key={at}>{line}</li>)}</ul>
        </div>
      )}
      <div className={classes.block}>
        <p className={classes.label}>{texts.facts}</p>
        <div className={classes.facts} tabIndex={0} role="region" aria-label={texts.facts}><CodeBlock text={JSON.stringify(facts, null, 2)} what={texts.draft.facts} /></div>
      </div>
    </>
  );
}
