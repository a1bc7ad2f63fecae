import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGet } from '../../../api/queries.ts';
import { amountIn } from './amount.ts';
import classes from './local.module.css';
import { texts } from './texts/local.ts';
import type { Business, Catalog, GridProvider } from './types.ts';

const { start: words } = texts;
const MAX_KEYWORDS = 20;

/** What people choose of a rank grid. */
export interface GridDraft {
  keywords: string;
  provider: GridProvider;
  presetId: string;
  maxCost: string;
  refine: boolean;
  withinHours: boolean;
}

type Preset = Catalog['gridPresets'][number];

/** The choices as they are sent, one keyword a line; without opening hours a scan cannot wait for them. */
export function choicesOf(business: Business, { keywords, provider, presetId, maxCost, refine, withinHours }: GridDraft, presets: readonly Preset[]) {
  const { gridSize, spacingMeters, shape } = presets.find(({ id }) => id === presetId) ?? presets[0]!;
  return { keywords: keywords.split('\n').map(line => line.trim()).filter(line => line !== ''), provider, gridSize, spacingMeters, shape, refine, withinHours: hasHours(business) && withinHours, maxCostUsd: amountIn(maxCost) };
}

interface GridFieldsProps {
  of: Business;
  draft: GridDraft;
  onChange: (changed: Partial<GridDraft>) => void;
  presets: readonly Preset[];
  /** Who can be asked. */
  providers: readonly Pick<Catalog['providers'][number], 'id' | 'name'>[];
  wrong: Readonly<Record<string, string>>;
  /** More fields, next to these. */
  children?: ReactNode;
}

/** The fields of a rank grid that is scanned once or regularly. */
export function GridFields({ of: business, draft, onChange, presets, providers, wrong, children }: GridFieldsProps) {
  const canWait = hasHours(business);
  return (
    <>
      <Textarea label={words.keywords} description={words.keywordsSay} required withAsterisk={false} autosize minRows={2} maxRows={8} value={draft.keywords} error={wrong['keywords']} onChange={event => onChange({ keywords: event.currentTarget.value })} className={classes.whole} />
      <Select label={words.provider} allowDeselect={false} data={providers.map(({ id, name }) => ({ value: id, label: name }))} value={draft.provider} error={wrong['provider']} onChange={value => onChange({ provider: (value ?? draft.provider) as GridProvider })} />
      <Select className={classes.preset} label={words.preset} allowDeselect={false} data={presets.map(one => ({ value: one.id, label: words.presetSays(one.name, one.gridSize, texts.meters(one.spacingMeters)) }))} value={draft.presetId} onChange={value => onChange({ presetId: value ?? draft.presetId })} />
      {children}
      <Checkbox className={classes.whole} label={words.refine} description={words.refineSays} checked={draft.refine} onChange={event => onChange({ refine: event.currentTarget.checked })} />
      <Checkbox className={classes.whole} label={words.withinHours} description={canWait ? words.withinHoursSays : words.needsHours} disabled={!canWait} checked={canWait && draft.withinHours} error={wrong['withinHours']} onChange={event => onChange({ withinHours: event.currentTarget.checked })} />
    </>
  );
}

function hasHours({ hours, timeZone }: Business): boolean {
  return hours !== null && timeZone !== null;
}

/** What one scan would cost, and how much it may, where it costs anything. */
export function useCost({ id: businessId }: Business, { keywords, provider, gridSize, spacingMeters, shape }: ReturnType<typeof choicesOf>) {
  return useGet('GET /api/local-seo/geogrid/estimate', { businessId, keywords: Math.min(MAX_KEYWORDS, Math.max(1, keywords.length)), provider, gridSize, spacingMeters, shape }).data?.data;
}

/** How much one scan may cost. */
export function MaxCost({ value, error, onChange }: { value: string; error: string | undefined; onChange: (changed: Partial<GridDraft>) => void }) {
  return <TextInput label={words.maxCost} inputMode="decimal" value={value} error={error} onChange={event => onChange({ maxCost: event.currentTarget.value })} />;
}
