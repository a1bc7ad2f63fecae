import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import { fieldErrors } from '../../../../api/field-errors.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { Part } from '../../../../parts/section.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { choicesOf, GridFields, MaxCost, useCost, type GridDraft } from '../grid-fields.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/local.ts';
import { scanRoutes, type Business, type Catalog, type GridProvider } from '../types.ts';

const { start: words } = texts;

/** Asks for a scan; says first what it costs. */
export function StartScan({ of: business, isBusy }: { of: Business; isBusy: boolean }) {
  const catalog = useGet('GET /api/local-seo/catalog', {}).data?.data;
  const usable = catalog?.providers.filter(({ grid, usable: may }) => grid !== null && may) ?? [];
  if (catalog === undefined) return null;
  return (
    <Part title={words.title}>
      {usable.length === 0 ? <p className={classes.note} data-status="info">{words.notSetUp} <Link to="/local-seo/providers">{texts.list.providers}</Link></p> : <Form of={business} catalog={catalog} providers={usable} isBusy={isBusy} />}
    </Part>
  );
}

function Form({ of: business, catalog: { gridPresets }, providers, isBusy }: { of: Business; catalog: Catalog; providers: Catalog['providers']; isBusy: boolean }) {
  const send = useSend('POST /api/local-seo/geogrid/scan', scanRoutes);
  const [draft, setDraft] = useState<GridDraft>({ keywords: '', provider: providers[0]!.id as GridProvider, presetId: 'district', maxCost: '0', refine: false, withinHours: false });
  const change = (changed: Partial<GridDraft>): void => setDraft(before => ({ ...before, ...changed }));
  const choices = choicesOf(business, draft, gridPresets);
  const cost = useCost(business, choices);
  const wrong = fieldErrors(send.error);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    send.mutate({ businessId: business.id, ...choices });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <GridFields of={business} draft={draft} onChange={change} presets={gridPresets} providers={providers} wrong={wrong}>
        {cost !== undefined && cost.usd > 0 && <MaxCost value={draft.maxCost} error={wrong['maxCostUsd']} onChange={change} />}
      </GridFields>
      {send.error && Object.keys(wrong).length === 0 && <div className={classes.whole}><ProblemNote error={send.error} what={words.what} /></div>}
      <div className={`${classes.controls} ${classes.whole}`}>
        <Button type="submit" loading={send.isPending} disabled={isBusy}>{words.start}</Button>
        {cost && <span className={classes.quiet} role="status">{words.estimate(cost.requests, texts.usd(cost.usd))}</span>}
      </div>
    </form>
  );
}
