import { CopyButton } from './copy.tsx';
import { texts } from '../texts/parts.ts';
import classes from './paste-record.module.css';

/** A record to publish, field by field as a DNS host asks for it, each to be copied. */
export function PasteRecord({ record }: { record: { name: string; type: string; value: string } }) {
  return (
    <dl className={classes.record} aria-label={texts.paste.title}>
      {(['type', 'name', 'value'] as const).map(field => (
        <div key={field} className={classes.field} data-field={field}>
          <dt>{texts.paste[field]}</dt>
          <dd><code>{record[field]}</code>{field === 'type' ? null : <CopyButton text={record[field]} what={texts.paste[field]} />}</dd>
        </div>
      ))}
    </dl>
  );
}
