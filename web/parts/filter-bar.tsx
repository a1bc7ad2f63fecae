import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { texts } from '../texts/parts.ts';
import { Icon } from './icon.tsx';
import { useDomainChoice } from './use-domain-choice.ts';
import classes from './filter-bar.module.css';

/** One filter: words to look for, a day such as 2026-03-31, a domain of the account, or one of some values. */
export type Filter =
  | { kind: 'text'; name: string; label: string }
  | { kind: 'day'; name: string; label: string }
  | { kind: 'domain'; name: string; label: string }
  | { kind: 'choice'; name: string; label: string; options: readonly { value: string; label: string }[]; /** What holds while nothing is chosen, where that is not any. */ unset?: string };

type Values = Readonly<Record<string, string | undefined>>;

interface FilterBarProps {
  filters: readonly Filter[];
  /** The search of the address: a filter that is not set has no entry. */
  values: Values;
  /** Gets what changed; undefined takes a filter out of the address. */
  onChange: (changed: Values) => void;
}

const TYPING_MS = 250;

/** Filters of a list. They live in the address, so that a view can be kept, shared and gone back to. */
export function FilterBar({ filters, values, onChange }: FilterBarProps) {
  const set = filters.filter(({ name }) => values[name] !== undefined);
  return (
    <search className={classes.bar}>
      {filters.map(filter => filter.kind === 'text'
        ? <TextFilter key={filter.name} {...filter} value={values[filter.name] ?? ''} onChange={value => onChange({ [filter.name]: value === '' ? undefined : value })} />
        : filter.kind === 'day' ? <DayFilter key={filter.name} label={filter.label} value={values[filter.name] ?? ''} onChange={value => onChange({ [filter.name]: value === '' ? undefined : value })} />
        : filter.kind === 'domain' ? <DomainFilter key={filter.name} label={filter.label} value={values[filter.name]} onChange={value => onChange({ [filter.name]: value })} /> : (
          <Select
            key={filter.name} aria-label={filter.label} placeholder={filter.unset ?? texts.any(filter.label)} data={[...filter.options]} clearable
            clearButtonProps={{ 'aria-label': filter.unset ?? texts.any(filter.label) }}
            value={values[filter.name] ?? null} onChange={value => onChange({ [filter.name]: value ?? undefined })} className={classes.choice}
          />
        ))}
      {set.length > 1 && <Button variant="subtle" size="sm" onClick={() => onChange(Object.fromEntries(set.map(({ name }) => [name, undefined])))}>{texts.clear}</Button>}
    </search>
  );
}

function DomainFilter({ label, value, onChange }: { label: string; value: string | undefined; onChange: (value: string | undefined) => void }) {
  const choice = useDomainChoice(value === undefined ? [] : [value]);
  return (
    <Select
      {...choice} aria-label={label} placeholder={texts.any(label)} clearable clearButtonProps={{ 'aria-label': texts.any(label) }}
      value={value ?? null} onChange={chosen => onChange(chosen ?? undefined)} className={classes.choice}
    />
  );
}

function DayFilter({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return <TextInput type="date" aria-label={label} leftSection={<span className={classes.label}>{label}</span>} leftSectionWidth="3.5rem" className={classes.day} value={value} onChange={event => onChange(event.currentTarget.value)} />;
}

/** Waits until the typing pauses; follows the address when that changes by itself. */
function TextFilter({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const send = useDebouncedCallback(onChange, TYPING_MS);
  return (
    <TextInput
      type="search" aria-label={label} placeholder={label} leftSection={<Icon name="search" size={15} />} className={classes.text} value={typed}
      onChange={event => {
        setTyped(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}
