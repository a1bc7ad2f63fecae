import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { language } from '../../../../language/index.ts';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { SmallTable } from '../../../../parts/facts.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../site-audit.module.css';
import { texts } from '../texts/audit.ts';
import { auditRoutes } from '../types.ts';

const { exclusions: words } = texts;
const ROUTE = 'GET /api/site-audit/exclusions/{domainId}';
const BEGINS = /^(?:\/|\*|https?:\/\/)/;
const EVERY_MS = 2000;
const [EXAMPLES, CHECKS] = [5, 8];

type Stored = DataOf<typeof ROUTE>['data'];
type Effect = NonNullable<Stored['effect']>;

/** Patterns of addresses whose issues do not count; a change shows what it would exclude before it is saved. */
export function Exclusions({ domainId }: { domainId: string }) {
  return <Disclosure summary={words.title}><Patterns domainId={domainId} /></Disclosure>;
}

/** Says that stored issues are being judged by other patterns, and asks until they are. */
export function Judging({ domainId }: { domainId: string }) {
  const queries = useQueryClient();
  useGet('GET /api/seo-results/{domainId}', { domainId }, { everyMs: EVERY_MS });
  useEffect(() => () => {
    for (const route of [...auditRoutes, ROUTE]) void queries.invalidateQueries({ queryKey: [route] });
  }, [queries]);
  return <p className={classes.underWay} role="status">{words.judging}</p>;
}

function Patterns({ domainId }: { domainId: string }) {
  const stored = useGet(ROUTE, { domainId });
  useGet(ROUTE, { domainId }, { enabled: stored.data?.data.judging ?? false, everyMs: EVERY_MS });
  return <Loaded of={stored} what={words.what}>{({ data }) => <Draft key={data.patterns.join('\n')} domainId={domainId} of={data} />}</Loaded>;
}

function Draft({ domainId, of }: { domainId: string; of: Stored }) {
  const mayChange = useMayChange();
  const [patterns, setPatterns] = useState<readonly string[]>(of.patterns);
  const isChanged = patterns.length !== of.patterns.length || patterns.some(pattern => !of.patterns.includes(pattern));
  const preview = useGet(ROUTE, { domainId, patterns: [...patterns] }, { enabled: isChanged && patterns.length > 0 });
  const save = useSend('PUT /api/site-audit/exclusions/{domainId}', [ROUTE, 'GET /api/seo-results/{domainId}']);
  const effect = isChanged ? preview.isPlaceholderData ? null : preview.data?.data.effect ?? null : of.effect;
  const addresses = new Map(effect?.patterns.map(one => [one.pattern, one.addresses]));
  return (
    <div className={classes.section}>
      <p className={classes.quiet}>{words.says}</p>
      {patterns.length === 0 ? <p>{isChanged ? words.nothing : words.none}</p> : (
        <ul className={classes.patterns} aria-label={words.title}>{patterns.map(pattern => (
          <li key={pattern} className={classes.controls}>
            <code>{pattern}</code>
            {addresses.has(pattern) && <span className={classes.quiet}>{words.matches(addresses.get(pattern)!)}</span>}
            {mayChange && <Button variant="default" size="compact-sm" aria-label={words.removeOne(pattern)} onClick={() => setPatterns(patterns.filter(one => one !== pattern))}>{words.remove}</Button>}
          </li>
        ))}</ul>
      )}
      {mayChange && <AddPattern onAdd={pattern => setPatterns([...patterns.filter(one => one !== pattern), pattern])} />}
      {effect && patterns.length > 0 && <WhatItExcludes of={effect} />}
      {isChanged && preview.error && <ProblemNote error={preview.error} what={words.preview} />}
      {isChanged && (
        <div className={classes.controls}>
          <Button loading={save.isPending} disabled={patterns.length > 0 && !preview.isSuccess} onClick={() => save.mutate({ domainId, patterns: [...patterns] })}>{words.save}</Button>
          <Button variant="default" onClick={() => setPatterns(of.patterns)}>{words.discard}</Button>
          <span className={classes.quiet}>{words.unsaved}</span>
        </div>
      )}
      {save.error && <ProblemNote error={save.error} what={words.what} />}
    </div>
  );
}

function AddPattern({ onAdd }: { onAdd: (pattern: string) => void }) {
  const [pattern, setPattern] = useState('');
  const [isWrong, setWrong] = useState(false);
  const add = (event: FormEvent): void => {
    event.preventDefault();
    const given = pattern.trim();
    setWrong(!BEGINS.test(given));
    if (!BEGINS.test(given)) return;
    onAdd(given);
    setPattern('');
  };
  return (
    <form className={classes.addPattern} onSubmit={add}>
      <TextInput label={words.pattern} placeholder={words.example} required maxLength={200} value={pattern} error={isWrong && words.begins} onChange={event => setPattern(event.currentTarget.value)} />
      <Button type="submit" variant="default">{words.add}</Button>
    </form>
  );
}

function WhatItExcludes({ of: { pages, issues, score } }: { of: Effect }) {
  return (
    <div className={classes.section} role="status">
      <p>{words.effect(pages.count, issues.count)} {score.before !== null && score.after !== null && words.score(score.before, score.after)}</p>
      <div className={classes.columns}>
        {pages.sample.length > 0 && <div><p className={classes.label}>{words.examples}</p><ul className={classes.lines}>{pages.sample.slice(0, EXAMPLES).map(url => <li key={url}>{url}</li>)}</ul></div>}
        {issues.checks.length > 0 && <SmallTable columns={[...words.columns]} rows={issues.checks.slice(0, CHECKS).map(({ title, count }) => [title, language.number(count)])} />}
      </div>
    </div>
  );
}
