import { Anchor, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { InputOf } from '../../../../api/client.ts';
import { usePages } from '../../../../api/queries.ts';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import classes from '../accessibility.module.css';
import { ElementPicture } from '../element-picture.tsx';
import { texts } from '../texts/audit.ts';
import { statusOfImpact, type Audit, type Cause } from '../types.ts';

const route = getRouteApi('/own/domains/$id/accessibility/$audit');
const { causes: words } = texts;
const optionsOf = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([value, label]) => ({ value, label }));

/** What to fix, the worst first: one line for each cause, however many pages have it. */
export function Causes({ of: { id, criteria, causes, change } }: { of: Audit; domainId: string }) {
  const { cause: opened, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const query = usePages('GET /api/accessibility-audit/{id}/causes', { ...search, id } as InputOf<'GET /api/accessibility-audit/{id}/causes'>);
  const filters: Filter[] = [
    { kind: 'choice', name: 'criterion', label: words.filters.criterion, options: criteria.filter(({ failures }) => failures.count > 0).map(({ criterion, name }) => ({ value: criterion, label: `${criterion} ${name}` })) },
    { kind: 'choice', name: 'impact', label: words.filters.impact, options: optionsOf(texts.impacts) },
    ...(change === null ? [] : [{ kind: 'choice' as const, name: 'change', label: words.filters.change, options: optionsOf(texts.changes) }]),
  ];
  const total = query.data?.pages[0]?.total;
  return (
    <section className={classes.section} aria-labelledby="causes">
      <div className={classes.bar}><Title order={2} size="h3" id="causes">{words.title}</Title>{total !== undefined && <p className={classes.quiet} role="status">{words.total(total)}</p>}</div>
      <p className={classes.quiet}>{words.says} {change?.enginesChanged && words.enginesChanged}</p>
      {causes === 0 && change === null ? <p>{words.noneAtAll}</p> : (
        <>
          <FilterBar filters={filters} values={search} onChange={changed => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true, resetScroll: false })} />
          <Loaded of={query} what={words.what}>
            {({ pages }) => {
              const rows = pages.flatMap(({ data }) => data);
              return rows.length === 0 ? <p>{words.none}</p> : <div>{rows.map(one => <One key={one.cause} of={one} auditId={one.change === 'fixed' ? change!.auditId : id} isOpen={one.cause === opened} />)}</div>;
            }}
          </Loaded>
          <MoreRows of={query} />
        </>
      )}
    </section>
  );
}

function One({ of, auditId, isOpen }: { of: Cause; auditId: string; isOpen: boolean }) {
  const { cause, title, criteria, impact, findings, pages, change } = of;
  const summary = (
    <span className={classes.cause}>
      <StatusBadge status={statusOfImpact[impact]} word={texts.impacts[impact]} />
      <strong className={classes.causeTitle}>{title}</strong>
      <span className={classes.quiet}>{texts.pages(pages)} · {texts.findings(findings)} · {criteria.join(', ')}{change && change !== 'unchanged' ? ` · ${texts.changes[change]}` : ''}</span>
    </span>
  );
  return <Disclosure id={cause} summary={summary} isOpen={isOpen}><Details of={of} auditId={auditId} /></Disclosure>;
}

function Details({ of: { cause, fix, example }, auditId }: { of: Cause; auditId: string }) {
  const { selector, html, saidBy, actRules, picture, box } = example;
  return (
    <div className={classes.details}>
      <div className={classes.inside}>
        <div><p className={classes.label}>{words.fix}</p><ul className={classes.fixes}>{fix.map(one => <li key={one}>{one}</li>)}</ul></div>
        <div><p className={classes.label}>{words.code}</p><CodeBlock text={html} what={words.copy} /></div>
        <div><p className={classes.label}>{words.element}</p><code>{selector}</code></div>
        <div><p className={classes.label}>{words.engines}</p><ul className={classes.fixes}>{saidBy.map(({ engine, rule, says }) => <li key={`${engine} ${rule}`}>{words.said(words.engineNames[engine], rule, says)}</li>)}</ul></div>
        {actRules.length > 0 && <p className={classes.controls}>{actRules.map(rule => <Anchor key={rule} href={`https://www.w3.org/WAI/standards-guidelines/act/rules/${rule}/`} target="_blank" rel="noreferrer">{words.act(rule)}</Anchor>)}</p>}
      </div>
      <div className={classes.inside}>
        {picture && <ElementPicture auditId={auditId} picture={picture} box={box} />}
        <Where auditId={auditId} cause={cause} />
      </div>
    </div>
  );
}

/** Every element with the fault, by its page. */
function Where({ auditId, cause }: { auditId: string; cause: string }) {
  const query = usePages('GET /api/accessibility-audit/{id}/findings', { id: auditId, cause });
  return (
    <div>
      <p className={classes.label}>{words.where}</p>
      <Loaded of={query} what={words.wherePages}>
        {({ pages }) => (
          <ul className={classes.lines}>{[...Map.groupBy(pages.flatMap(({ data }) => data), ({ url }) => url)].map(([url, found]) => (
            <li key={url}><Anchor href={url} target="_blank" rel="noreferrer">{url}</Anchor><ul className={classes.lines}>{found.map(({ finding, selector }) => <li key={finding}><code>{selector}</code></li>)}</ul></li>
          ))}</ul>
        )}
      </Loaded>
      <MoreRows of={query} />
    </div>
  );
}
