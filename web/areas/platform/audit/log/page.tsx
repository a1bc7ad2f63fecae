import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { DataOf, InputOf } from '../../../../api/client.ts';
import { usePages } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Lines, Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { texts as actions } from '../texts/actions.ts';
import { texts } from '../texts/audit.ts';
import { Facts, Part } from '../../../../parts/section.tsx';
import { useAddressChange } from '../../../../api/use-address.ts';
import classes from './audit.module.css';

const route = getRouteApi('/own/settings/audit');

type Entry = DataOf<'GET /api/audit-log'>['data'][number];

const DAY_MS = 86_400_000;
const filters: readonly Filter[] = [
  { kind: 'choice', name: 'action', label: texts.filters.action, options: Object.entries(actions).map(([value, label]) => ({ value, label })) },
  { kind: 'day', name: 'from', label: texts.filters.from },
  { kind: 'day', name: 'to', label: texts.filters.to },
];

/** What was changed on the account, when and by whom; newest first. */
export default function Audit() {
  const { action, from, to, entry } = route.useSearch();
  const change = useAddressChange();
  const query = usePages('GET /api/audit-log', inputOf(action, from, to));
  const entries = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const nameOf = useNames();
  const unfiltered = action === undefined && from === undefined && to === undefined;
  const newest = unfiltered && entries[0];
  const clear = <Button variant="default" onClick={() => change({ action: undefined, from: undefined, to: undefined })}>{texts.clear}</Button>;
  return (
    <Part
      title={texts.title}
      answer={<>{newest ? texts.answer(`${actorOf(newest, nameOf)}, ${wordsOf(newest.action).toLowerCase()}`) : texts.noneYet}{' '}{texts.chain}</>}
      actions={<Button variant="default" component="a" href="/api/audit-log/export" download title={texts.exportHelp} leftSection={<Icon name="download" size={16} />}>{texts.export}</Button>}
    >
      <FilterBar filters={filters} values={{ action, from, to }} onChange={change} />
      <Loaded of={query} what={texts.what} skeleton={<Lines count={10} />}>
        {() => entries.length === 0 ? <Empty title={texts.empty} action={clear}>{texts.emptyNext}</Empty> : (
          <table className={classes.table} aria-label={texts.title}>
            <thead>
              <tr>
                <th scope="col">{texts.columns.at}</th><th scope="col">{texts.columns.actor}</th><th scope="col">{texts.columns.action}</th>
                <th scope="col" data-from="md">{texts.columns.details}</th><th scope="col" data-from="lg">{texts.columns.hash}</th>
              </tr>
            </thead>
            <tbody>
              {entries.map(one => {
                const open = entry === one.id;
                return (
                  <Fragment key={one.id}>
                    <tr data-open={open || undefined}>
                      <td><Ago at={one.at} /></td>
                      <td><span className={classes.actor}>{actorOf(one, nameOf)}</span></td>
                      <td>
                        <button type="button" className={classes.action} aria-expanded={open} aria-label={texts.open(wordsOf(one.action), one.seq)} onClick={() => change({ entry: open ? undefined : one.id })}>
                          <Icon name={open ? 'down' : 'right'} size={14} />{wordsOf(one.action)}
                        </button>
                      </td>
                      <td data-from="md"><span className={classes.details}>{detailsOf(one)}</span></td>
                      <td data-from="lg"><code className={classes.hash}>{`${one.seq} · ${one.hash.slice(0, 12)}`}</code></td>
                    </tr>
                    {open && <tr className={classes.whole}><td colSpan={5}><Whole of={one} actor={actorOf(one, nameOf)} /></td></tr>}
                  </Fragment>
                );
              })}
            </tbody>
          </table>
        )}
      </Loaded>
      <MoreRows of={query} />
    </Part>
  );
}

/** Days count whole, in UTC. */
function inputOf(action: string | undefined, from: string | undefined, to: string | undefined): InputOf<'GET /api/audit-log'> {
  const [since, until] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`) + DAY_MS];
  return {
    limit: 100, ...(action === undefined ? {} : { action }),
    ...(Number.isNaN(since) ? {} : { from: new Date(since).toISOString() }), ...(Number.isNaN(until) ? {} : { to: new Date(until).toISOString() }),
  };
}

/** Names of people by their ids; who has left the account has none. */
function useNames(): (id: string) => string | undefined {
  const me = useSession()?.user;
  const { data } = usePages('GET /api/people', { limit: 200 });
  const names = new Map(data?.pages.flatMap(({ data }) => data).map(({ id, name }) => [id, name]));
  return id => id === me?.id ? texts.you : names.get(id);
}

function actorOf({ actor: { type, id, prefix } }: Entry, nameOf: (id: string) => string | undefined): string {
  if (type === 'person' && id !== null) return nameOf(id) ?? id;
  if (type === 'key') return `${texts.actors.key} ${prefix === undefined ? id ?? '' : `${prefix}…`}`;
  return texts.actors[type];
}

function wordsOf(action: string): string {
  return actions[action] ?? action;
}

function detailsOf({ details, resource }: Entry): string {
  const said = Object.entries(details).map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)}`);
  return said.length === 0 ? resource.id : said.join(' · ');
}

/** One entry with everything that it says. */
function Whole({ of: entry, actor }: { of: Entry; actor: string }) {
  const { seq, at, actor: { id, addressHash }, action, resource, requestId, details, previousHash, hash } = entry;
  const words = texts.facts;
  return (
    <div className={classes.facts}>
      <Facts of={[
        [texts.entry(seq), <Ago key="at" at={at} />],
        [words.actor, <>{actor}{id !== null && <><br /><code>{id}</code></>}</>],
        [words.action, <code key="action">{action}</code>],
        [words.resource, <>{resource.type}<br /><code>{resource.id}</code></>],
        [words.request, <code key="request">{requestId ?? texts.none}</code>],
        ...(addressHash === undefined ? [] : [[words.address, <code key="address">{addressHash}</code>] as const]),
      ]} />
      {Object.keys(details).length > 0 && <CodeBlock text={JSON.stringify(details, null, 2)} what={words.details} />}
      <Facts of={[[words.previousHash, <code key="previous">{previousHash}</code>], [words.hash, <code key="hash">{hash}</code>]]} />
    </div>
  );
}
