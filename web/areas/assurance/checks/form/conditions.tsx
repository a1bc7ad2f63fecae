import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { Icon } from '../../../../parts/icon.tsx';
import classes from '../checks.module.css';
import { texts } from '../texts/checks.ts';
import type { ConditionDraft } from './draft.ts';

interface ConditionsProps {
  of: readonly ConditionDraft[];
  error: string | undefined;
  onChange: (conditions: readonly ConditionDraft[]) => void;
}

const { form: words } = texts;
const ops = Object.entries(words.ops).map(([value, label]) => ({ value, label }));

/** What must hold of a reply. */
export function Conditions({ of: conditions, error, onChange }: ConditionsProps) {
  const set = (at: number, changed: Partial<ConditionDraft>): void => onChange(conditions.map((one, index) => (index === at ? { ...one, ...changed } : one)));
  return (
    <fieldset className={classes.lines}>
      <legend>{words.conditions}</legend>
      <p className={classes.quiet}>{words.conditionsHelp}</p>
      {conditions.map(({ source, op, value }, at) => (
        <div key={at} className={classes.line}>
          <TextInput className={classes.grow} label={words.source} description={at === 0 ? words.sourceHelp : undefined} value={source} onChange={event => set(at, { source: event.currentTarget.value })} maxLength={220} autoCapitalize="none" spellCheck={false} />
          <Select className={classes.grow} label={words.op} data={ops} value={op} allowDeselect={false} onChange={chosen => set(at, { op: chosen as ConditionDraft['op'] })} />
          {op !== 'exists' && op !== 'empty' && <TextInput className={classes.grow} label={words.value} value={value} onChange={event => set(at, { value: event.currentTarget.value })} maxLength={1000} />}
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.removeCondition(at + 1)} onClick={() => onChange(conditions.filter((_, index) => index !== at))}><Icon name="trash" size={16} /></ActionIcon>
        </div>
      ))}
      {error !== undefined && <p role="alert" data-status="fail">{error}</p>}
      <Button variant="default" size="xs" onClick={() => onChange([...conditions, { source: 'status', op: 'eq', value: '200' }])}>{words.addCondition}</Button>
    </fieldset>
  );
}
