import { Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { fieldErrors } from '../../../../api/field-errors.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { Part } from '../../../../parts/section.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/local.ts';
import { scanRoutes, type Business, type Catalog } from '../types.ts';

const { start: words } = texts;

/** Asks for a scan; says first what it costs. */
export function StartScan({ of: business, isBusy }: { of: Business; isBusy: boolean }) {
  const catalog = useGet('GET /api/local-seo/catalog', {}).data?.data;
  const usable = catalog?.providers.filter(({ grid, usable: may }) => grid !== null && may) ?? [];
  if (catalog === undefined) return null;
  return (
    <Part title={words.title}>
      {usable.length === 0 ? <p className={classes.note} data-status="info">{words.notSetUp}</p> : <Form of={business} catalog={catalog} providers={usable} isBusy={isBusy} />}
    </Part>
  );
}

type Provider = 'google' | 'serpApi' | 'dataForSeo' | 'nominatim' | 'photon' | 'overpass';

function Form({ of: business, catalog, providers, isBusy }: { of: Business; catalog: Catalog; providers: Catalog['providers']; isBusy: boolean }) {
  const send = useSend('POST /api/local-seo/geogrid/scan', scanRoutes);
  const [keywords, setKeywords] = useState('');
  const [provider, setProvider] = useState(providers[0]!.id as Provider);
  const [presetId, setPresetId] = useState('district');
  const [maxCost, setMaxCost] = useState('0');
  const [refine, setRefine] = useState(false);
  const preset = catalog.gridPresets.find(({ id }) => id === presetId) ?? catalog.gridPresets[0]!;
  const { gridSize, spacingMeters, shape } = preset;
  const given = keywords.split('\n').map(line => line.trim()).filter(line => line !== '');
  const cost = useGet('GET /api/local-seo/geogrid/estimate', { businessId: business.id, keywords: Math.min(20, Math.max(1, given.length)), provider, gridSize, spacingMeters, shape }).data?.data;
  const wrong = fieldErrors(send.error);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    send.mutate({ businessId: business.id, keywords: given, provider, gridSize, spacingMeters, shape, refine, maxCostUsd: Number(maxCost.replace(',', '.')) });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <Textarea label={words.keywords} description={words.keywordsSay} required withAsterisk={false} autosize minRows={2} maxRows={8} value={keywords} error={wrong['keywords']} onChange={event => setKeywords(event.currentTarget.value)} className={classes.whole} />
      <Select label={words.provider} allowDeselect={false} data={providers.map(({ id, name }) => ({ value: id, label: name }))} value={provider} error={wrong['provider']} onChange={value => setProvider((value ?? provider) as Provider)} />
      <Select label={words.preset} allowDeselect={false} data={catalog.gridPresets.map(one => ({ value: one.id, label: words.presetSays(one.name, one.gridSize, texts.meters(one.spacingMeters)) }))} value={presetId} onChange={value => setPresetId(value ?? presetId)} />
      {cost !== undefined && cost.usd > 0 && <TextInput label={words.maxCost} inputMode="decimal" value={maxCost} error={wrong['maxCostUsd']} onChange={event => setMaxCost(event.currentTarget.value)} />}
      <Checkbox className={classes.whole} label={words.refine} description={words.refineSays} checked={refine} onChange={event => setRefine(event.currentTarget.checked)} />
      {send.error && Object.keys(wrong).length === 0 && <div className={classes.whole}><ProblemNote error={send.error} what={words.what} /></div>}
      <div className={`${classes.controls} ${classes.whole}`}>
        <Button type="submit" loading={send.isPending} disabled={isBusy}>{words.start}</Button>
        {cost && <span className={classes.quiet} role="status">{words.estimate(cost.requests, texts.usd(cost.usd))}</span>}
      </div>
    </form>
  );
}
