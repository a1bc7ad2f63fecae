import { ActionIcon, Select, Text, TextInput } from '@mantine/core';
import { useWholeList } from '../../../../api/queries.ts';
import { Icon } from '../../../../parts/icon.tsx';
import classes from '../pages.module.css';
import { texts } from '../texts/pages.ts';
import type { DraftCheck } from './draft.ts';

const { form: words } = texts;
const [PAGE, MOST] = [200, 100];

interface ChosenProps {
  of: readonly DraftCheck[];
  wrong: string | undefined;
  onChange: (checks: DraftCheck[]) => void;
}

/** Which checks are on the page, and what it calls them. */
export function Chosen({ of: chosen, wrong, onChange }: ChosenProps) {
  const known = new Map(useWholeList('GET /api/status/custom-checks', { limit: PAGE }).data?.pages.flatMap(({ data }) => data).map(({ id, name }) => [id, name]) ?? []);
  const listed = new Set(chosen.map(({ id }) => id));
  const others = [...known].filter(([id]) => !listed.has(id)).map(([value, label]) => ({ value, label }));
  return (
    <fieldset className={classes.checks}>
      <legend>{words.checks}</legend>
      <p className={classes.quiet}>{words.checksHelp}</p>
      {chosen.map(({ id, name }, at) => {
        const own = known.get(id) ?? id;
        return (
          <div key={id} className={classes.line}>
            <TextInput className={classes.grow} label={words.publicName(own)} placeholder={own} value={name} maxLength={100} onChange={event => onChange(chosen.with(at, { id, name: event.currentTarget.value }))} />
            <ActionIcon variant="default" size="lg" aria-label={words.removeCheck(own)} onClick={() => onChange(chosen.filter(one => one.id !== id))}><Icon name="close" size={16} /></ActionIcon>
          </div>
        );
      })}
      {chosen.length < MOST && (
        <Select label={words.addCheck} data={others} value={null} searchable nothingFoundMessage={words.noCheck} onChange={id => { if (id !== null) onChange([...chosen, { id, name: '' }]); }} />
      )}
      {wrong !== undefined && <Text size="xs" c="red" role="alert">{wrong}</Text>}
    </fieldset>
  );
}
