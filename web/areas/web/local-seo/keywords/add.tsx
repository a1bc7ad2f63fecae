import { Button, Select, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import type { InputOf } from '../../../../api/client.ts';
import { fieldErrors } from '../../../../api/field-errors.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { Panel } from '../../../../parts/panel.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { amountIn } from '../amount.ts';
import { intervalsWith } from '../intervals.ts';
import classes from '../local.module.css';
import { texts } from '../texts/keywords.ts';
import { texts as local } from '../texts/local.ts';
import { keywordRoutes } from '../types.ts';

const { form: words } = texts;
type Provider = NonNullable<InputOf<'POST /api/local-seo/keywords'>['provider']>;

/** Tracks a keyword. */
export function TrackKeyword({ onClose }: { onClose: () => void }) {
  const send = useSend('POST /api/local-seo/keywords', keywordRoutes);
  const catalog = useGet('GET /api/local-seo/catalog', {}).data?.data;
  const providers = (catalog?.providers ?? []).filter(({ web, usable }) => web !== null && usable);
  const [draft, setDraft] = useState({ domainId: '', keyword: '', country: 'US', language: 'en', maxCostUsd: '0', everyDays: 7, provider: null as string | null });
  const wrong = fieldErrors(send.error);
  const chosen = draft.provider ?? providers[0]?.id ?? 'searxng';
  const field = (name: 'domainId' | 'keyword' | 'country' | 'language' | 'maxCostUsd') => ({
    value: draft[name], error: wrong[name], onChange: (event: { currentTarget: { value: string } }) => { const { value } = event.currentTarget; setDraft(before => ({ ...before, [name]: value })); },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const { domainId, keyword, country, language, maxCostUsd, everyDays } = draft;
    send.mutate({ domainId: domainId.trim(), keyword, country: country.trim(), language: language.trim(), provider: chosen as Provider, everyDays, maxCostUsd: amountIn(maxCostUsd) }, { onSuccess: onClose });
  };
  return (
    <Panel title={words.title} onClose={onClose}>
      {catalog && providers.length === 0 && <p className={classes.note} data-status="info">{words.noProvider} <Link to="/local-seo/providers">{local.list.providers}</Link></p>}
      <form className={classes.form} onSubmit={submit}>
        <TextInput label={words.domain} required withAsterisk={false} data-autofocus inputMode="url" {...field('domainId')} />
        <TextInput label={words.keyword} required withAsterisk={false} maxLength={100} {...field('keyword')} />
        <TextInput label={words.country} required withAsterisk={false} maxLength={2} {...field('country')} />
        <TextInput label={words.language} required withAsterisk={false} maxLength={2} {...field('language')} />
        <Select label={words.provider} allowDeselect={false} data={providers.map(({ id, name }) => ({ value: id, label: name }))} value={chosen} error={wrong['provider']} onChange={value => setDraft(before => ({ ...before, provider: value }))} />
        <Select label={words.every} allowDeselect={false} data={intervalsWith(draft.everyDays)} value={String(draft.everyDays)} onChange={value => setDraft(before => ({ ...before, everyDays: Number(value) }))} />
        <TextInput label={words.maxCost} inputMode="decimal" {...field('maxCostUsd')} />
        {send.error && Object.keys(wrong).length === 0 && <div className={classes.whole}><ProblemNote error={send.error} what={words.what} /></div>}
        <div className={classes.whole}><Button type="submit" loading={send.isPending}>{words.save}</Button></div>
      </form>
    </Panel>
  );
}
