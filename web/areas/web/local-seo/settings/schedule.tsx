import { Button, Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldErrors } from '../../../../api/field-errors.ts';
import { useGet } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Part } from '../../../../parts/section.tsx';
import { choicesOf, GridFields, MaxCost, useCost, type GridDraft } from '../grid-fields.tsx';
import { intervalsWith } from '../intervals.ts';
import classes from '../local.module.css';
import { texts as local } from '../texts/local.ts';
import { texts } from '../texts/settings.ts';
import type { Business, Catalog, GridProvider } from '../types.ts';
import { ChangeForm, useChange } from './change.tsx';

const { schedule: words } = texts;
const AS_NOW = 'now';

/** The rank grid that is scanned regularly, and why the last one was not made. */
export function Schedule({ of: business }: { of: Business }) {
  const catalog = useGet('GET /api/local-seo/catalog', {}).data?.data;
  const { schedule } = business;
  return (
    <Part title={words.title} answer={schedule === null ? words.says : <>{words.next} <Ago at={schedule.nextAt} /></>}>
      <div className={classes.stack}>
        {schedule?.skipped && <p className={classes.note} data-status="warn">{words.skipped} {schedule.skipped} <Link to="/local-seo/providers">{local.list.providers}</Link></p>}
        {catalog && <Form key={String(schedule === null)} of={business} catalog={catalog} />}
      </div>
    </Part>
  );
}

function Form({ of: business, catalog }: { of: Business; catalog: Catalog }) {
  const { schedule } = business;
  const { save, wrong: _, ...sent } = useChange(business.id);
  const wrong = fieldErrors(sent.error, 'schedule');
  const presets = presetsWith(schedule, catalog.gridPresets);
  const providers = catalog.providers.filter(({ id, grid, usable }) => grid !== null && (usable || id === schedule?.provider));
  const [draft, setDraft] = useState<GridDraft>(() => ({
    keywords: schedule?.keywords.join('\n') ?? '', provider: schedule?.provider ?? providers[0]?.id as GridProvider, presetId: schedule === null ? 'district' : presetOf(schedule, presets).id,
    maxCost: String(schedule?.maxCostUsd ?? 0), refine: schedule?.refine ?? false, withinHours: schedule?.withinHours ?? false,
  }));
  const [everyDays, setEveryDays] = useState(schedule?.everyDays ?? 7);
  const change = (changed: Partial<GridDraft>): void => setDraft(before => ({ ...before, ...changed }));
  const choices = choicesOf(business, draft, presets);
  const cost = useCost(business, choices);
  if (providers.length === 0) return <p className={classes.note} data-status="info">{words.noProvider} <Link to="/local-seo/providers">{local.list.providers}</Link></p>;
  const kept = schedule === null ? {} : keptOf(schedule);
  return (
    <ChangeForm
      label={words.title} failed={words.failed} {...sent} isAtField={Object.keys(wrong).length > 0} action={schedule === null ? words.start : texts.save} onSave={() => save({ schedule: { ...kept, ...choices, everyDays } })}
      aside={<>
        {schedule !== null && <Button size="xs" variant="default" loading={sent.isPending} onClick={() => save({ schedule: null })}>{words.end}</Button>}
        {cost && <span className={classes.quiet} role="status">{local.start.estimate(cost.requests, local.usd(cost.usd))}</span>}
      </>}
    >
      <GridFields of={business} draft={draft} onChange={change} presets={presets} providers={providers} wrong={wrong}>
        <Select label={words.every} allowDeselect={false} data={intervalsWith(everyDays)} value={String(everyDays)} onChange={value => setEveryDays(Number(value))} />
        {cost !== undefined && cost.usd > 0 && <MaxCost value={draft.maxCost} error={wrong['maxCostUsd']} onChange={change} />}
      </GridFields>
    </ChangeForm>
  );
}

type Preset = Catalog['gridPresets'][number];
type Planned = NonNullable<Business['schedule']>;

/** The presets, and what is scheduled now where it is none of them. */
function presetsWith(schedule: Business['schedule'], presets: readonly Preset[]): readonly Preset[] {
  if (schedule === null || presets.some(preset => isSame(schedule, preset))) return presets;
  return [...presets, { id: AS_NOW, name: words.asNow, gridSize: schedule.gridSize, spacingMeters: schedule.spacingMeters, shape: schedule.shape }];
}

function presetOf(schedule: Planned, presets: readonly Preset[]): Preset {
  return presets.find(preset => isSame(schedule, preset))!;
}

function isSame({ gridSize, spacingMeters, shape }: Planned, preset: Preset): boolean {
  return gridSize === preset.gridSize && spacingMeters === preset.spacingMeters && shape === preset.shape;
}

/** What a schedule may have that the form does not show. */
function keptOf({ center, language, country }: Planned) {
  return { ...(center === undefined ? {} : { center }), ...(language === undefined ? {} : { language }), ...(country === undefined ? {} : { country }) };
}
