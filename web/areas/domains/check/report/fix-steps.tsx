import { Icon } from '../../../../parts/icon.tsx';
import { texts } from '../texts/report.ts';
import classes from './report.module.css';
import { PasteRecord } from '../../../../parts/paste-record.tsx';
import type { ReportFix } from './types.ts';

/** What to do about a finding: where, what, the record to publish, and the way to the host's control panel. */
export function FixSteps({ fix, host }: { fix: ReportFix; host: string | null }) {
  const { kind, text, record, portalUrl } = fix;
  const named = kind === 'dnsRecord' || kind === 'dnsHost' ? host : null;
  return (
    <div className={classes.fix}>
      <p><strong>{texts.fix.kind[kind]}</strong> {text}</p>
      {record ? <PasteRecord record={record} /> : null}
      {portalUrl ? <a className={classes.out} href={portalUrl} target="_blank" rel="noreferrer"><Icon name="external" size={15} />{named === null ? texts.fix.portalUnnamed : texts.fix.portal(named)}</a> : null}
    </div>
  );
}
