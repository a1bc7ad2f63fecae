import { Button, Select, TextInput } from '@mantine/core';
import { newStep, StepList, type Step } from '../../site-audit/index.ts';
import classes from '../accessibility.module.css';
import { texts } from '../texts/audit.ts';
import type { GivenSteps, State } from '../types.ts';

const { steps: words } = texts;
const MAX_STATES = 10;
const uses = ['kept', 'new', 'none'] as const;
type Use = (typeof uses)[number];
const newState: State = { name: '', steps: [newStep] };

/** The form's state: keep, replace or delete the steps saved for the domain. */
export interface StepsDraft {
  signIn: { use: Use; steps: readonly Step[] };
  states: { use: Use; states: readonly State[] };
}

export const noDraft: StepsDraft = { signIn: { use: 'kept', steps: [{ do: 'goto', at: '' }] }, states: { use: 'kept', states: [newState] } };

/** The part of the request that starts an audit. */
export function givenOf({ signIn, states }: StepsDraft): GivenSteps {
  return {
    ...(signIn.use === 'kept' ? {} : { signIn: signIn.use === 'none' ? null : [...signIn.steps] }),
    ...(states.use === 'kept' ? {} : { states: states.use === 'none' ? [] : [...states.states] }),
  };
}

/** Steps that sign in, and those that open menus and dialogs. */
export function StepsChoice({ draft: { signIn, states: { use, states } }, onChange }: { draft: StepsDraft; onChange: (part: Partial<StepsDraft>) => void }) {
  const changeStates = (next: readonly State[]): void => onChange({ states: { use, states: next } });
  return (
    <div className={classes.section}>
      <p className={classes.quiet}>{words.says}</p>
      <UseChoice label={words.signIn} words={words.signInUses} use={signIn.use} onChoose={next => onChange({ signIn: { ...signIn, use: next } })} />
      {signIn.use === 'new' && <StepList label={words.signIn} steps={signIn.steps} onChange={steps => onChange({ signIn: { ...signIn, steps } })} />}
      <UseChoice label={words.states} words={words.statesUses} use={use} onChoose={next => onChange({ states: { use: next, states } })} />
      {use === 'new' && states.map((state, at) => {
        const change = (part: Partial<State>): void => changeStates(states.with(at, { ...state, ...part }));
        return (
          <fieldset key={at} className={classes.steps}>
            <legend>{words.state(at + 1)}</legend>
            <div className={classes.controls}>
              <TextInput label={words.name} required maxLength={60} value={state.name} onChange={event => change({ name: event.currentTarget.value })} />
              <TextInput label={words.page} type="url" placeholder={words.eachPage} value={state.url ?? ''} onChange={event => change({ url: event.currentTarget.value === '' ? undefined : event.currentTarget.value })} />
              {states.length > 1 && <Button variant="default" onClick={() => changeStates(states.toSpliced(at, 1))}>{words.removeState}</Button>}
            </div>
            <StepList label={words.state(at + 1)} steps={state.steps} onChange={steps => change({ steps: [...steps] })} />
          </fieldset>
        );
      })}
      {use === 'new' && states.length < MAX_STATES && <Button variant="default" w="fit-content" onClick={() => changeStates([...states, newState])}>{words.addState}</Button>}
    </div>
  );
}

function UseChoice({ label, words: labels, use, onChoose }: { label: string; words: Readonly<Record<Use, string>>; use: Use; onChoose: (use: Use) => void }) {
  return <Select label={label} allowDeselect={false} maw={320} data={uses.map(value => ({ value, label: labels[value] }))} value={use} onChange={value => onChoose(value as Use)} />;
}
