import { Button, PasswordInput, Select, TextInput } from '@mantine/core';
import { Icon } from '../../../../parts/icon.tsx';
import classes from '../site-audit.module.css';
import { texts as words } from '../texts/steps.ts';
import type { Step } from '../types.ts';

const MAX_STEPS = 20;
export const newStep: Step = { do: 'click', at: '' };

/** Steps that are taken on pages of a site, one after the other. */
export function StepList({ label, steps, onChange }: { label: string; steps: readonly Step[]; onChange: (steps: readonly Step[]) => void }) {
  return (
    <div className={classes.stepList}>
      <ol aria-label={label}>
        {steps.map((step, at) => {
          const change = (part: Partial<Step>): void => onChange(steps.with(at, { ...step, ...part }));
          return (
            <li key={at} className={classes.controls}>
              <Select aria-label={words.step(at + 1)} allowDeselect={false} w={150} data={Object.entries(words.kinds).map(([value, kind]) => ({ value, label: kind }))} value={step.do} onChange={value => change({ do: value as Step['do'], value: value === 'fill' ? step.value ?? '' : undefined })} />
              <TextInput aria-label={step.do === 'goto' ? words.address : words.selector} placeholder={step.do === 'goto' ? words.address : words.selector} required w={240} value={step.at} onChange={event => change({ at: event.currentTarget.value })} />
              {step.do === 'fill' && <PasswordInput aria-label={words.value} placeholder={words.value} required autoComplete="off" w={180} value={step.value ?? ''} onChange={event => change({ value: event.currentTarget.value })} />}
              {steps.length > 1 && <Button variant="default" aria-label={words.remove(at + 1)} onClick={() => onChange(steps.toSpliced(at, 1))}><Icon name="close" size={16} /></Button>}
            </li>
          );
        })}
      </ol>
      {steps.length < MAX_STEPS && <Button variant="subtle" size="compact-sm" w="fit-content" aria-label={words.addTo(label)} onClick={() => onChange([...steps, newStep])}>{words.add}</Button>}
    </div>
  );
}
