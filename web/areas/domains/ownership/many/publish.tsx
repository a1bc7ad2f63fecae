import { Button, NativeSelect, PasswordInput, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import type { DataOf, InputOf } from '../../../../api/client.ts';
import { useSend } from '../../../../api/queries.ts';
import { DataTable, type Column } from '../../../../parts/data-table.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/ownership.ts';
import { inParts } from './in-parts.ts';
import classes from './many.module.css';
import type { Started } from './to-come.ts';

type Input = InputOf<'POST /api/domains/ownership/publish'>;
type Provider = Input['credentials']['provider'];
type Row = DataOf<'POST /api/domains/ownership/publish'>['data']['domains'][number];
type FieldName = keyof typeof words.fields;

const { publish: words, many } = texts;
const ROW_PX = 52;
const statuses: Readonly<Record<Row['outcome'], Status>> = { published: 'pass', alreadyThere: 'pass', covered: 'pass', notServed: 'warn', noZone: 'off', unknown: 'unknown', failed: 'fail' };
const checked: ReadonlySet<Row['outcome']> = new Set(['published', 'alreadyThere', 'unknown']);
const fieldsOf = (provider: Provider): readonly FieldName[] => (provider === 'route53' ? ['accessKeyId', 'secretAccessKey', 'sessionToken'] : ['token']);

interface PublishProps {
  filter: Readonly<Record<string, string>>;
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
  /** Hears of the domains that are being checked. */
  onPublished: (started: Started) => void;
}

/** Publishes the records by the API of a DNS provider, for as long as it is shown; the form is emptied once that is done. */
export function Publish({ filter, isBusy, onBusy, onPublished }: PublishProps) {
  const [provider, setProvider] = useState<Provider>('cloudflare');
  const [done, setDone] = useState<{ rows: readonly Row[]; stopped: string | null } | null>(null);
  /** How often it was done: each time has fields of its own. */
  const [times, setTimes] = useState(0);
  const { mutateAsync, error, reset } = useSend('POST /api/domains/ownership/publish');
  const queries = useQueryClient();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => { isShown.current = false; };
  }, []);

  const publish = (credentials: Input['credentials']): Promise<boolean> => {
    // Of a domain that is named twice the later row is true.
    const byDomain = new Map<string, Row>();
    const published = new Map<string, string>();
    return inParts(async cursor => (await mutateAsync({ ...filter, credentials, ...(cursor === null ? {} : { cursor }) })).data, part => {
      for (const row of part.domains) {
        byDomain.set(row.domainId, row);
        if (checked.has(row.outcome)) published.set(row.domainId, part.since);
      }
      const since = new Map(published);
      onPublished({ since, published: since });
      setDone({ rows: [...byDomain.values()], stopped: part.stopped });
    }, () => isShown.current);
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const values = fieldsOf(provider).map(name => [name, (given.get(name) as string).trim()] as const).filter(([, value]) => value !== '');
    setDone(null);
    onBusy(true);
    void publish({ provider, ...Object.fromEntries(values) } as Input['credentials']).then(isWhole => { if (isWhole) setTimes(times + 1); }, () => {}).finally(() => {
      onBusy(false);
      void queries.invalidateQueries({ queryKey: ['GET /api/domains/ownership'] });
    });
  };

  return (
    <section className={classes.section} aria-labelledby="ownership-publish">
      <Title order={2} id="ownership-publish">{words.title}</Title>
      <p>{words.lead}</p>
      <form className={classes.section} onSubmit={submit}>
        <div className={classes.fields}>
          <NativeSelect
            label={words.provider} value={provider} disabled={isBusy} data={(Object.keys(words.providers) as Provider[]).map(value => ({ value, label: words.providers[value] }))}
            onChange={event => { setProvider(event.currentTarget.value as Provider); setDone(null); reset(); }}
          />
          {fieldsOf(provider).map(name => {
            const common = { name, label: words.fields[name], required: name !== 'sessionToken', withAsterisk: false, disabled: isBusy, autoComplete: 'off', maxLength: 4000 };
            return name === 'accessKeyId' ? <TextInput key={`${provider} ${name} ${times}`} {...common} spellCheck={false} autoCapitalize="none" /> : <PasswordInput key={`${provider} ${name} ${times}`} {...common} />;
          })}
        </div>
        <p className={classes.quiet}>{words.needs[provider]} {words.kept}</p>
        <div><Button type="submit" variant="default" loading={isBusy}>{words.submit}</Button></div>
      </form>
      {error && <ProblemNote error={error} what={words.publishing} />}
      {done && <Results {...done} />}
    </section>
  );
}

function Results({ rows, stopped }: { rows: readonly Row[]; stopped: string | null }) {
  const published = rows.filter(({ outcome }) => statuses[outcome] === 'pass').length;
  const unknown = rows.filter(({ outcome }) => outcome === 'unknown').length;
  return (
    <>
      <p role="status">{words.summary(published, rows.length - published - unknown)} {unknown > 0 && words.unknown(unknown)} {stopped ?? (published + unknown > 0 && words.later)}</p>
      {rows.length > 0 && <DataTable label={words.results} columns={columns} rows={rows} keyOf={({ domainId }) => domainId} nameOf={({ domain }) => domain} rowHeight={ROW_PX} />}
    </>
  );
}

const columns: readonly Column<Row>[] = [
  {
    id: 'domain', title: many.columns.domain, cell: ({ domain, outcome, cause }) => {
      const says = cause ?? (outcome === 'covered' || outcome === 'noZone' ? words.causes[outcome] : null);
      return <div className={classes.name}><b title={domain}>{domain}</b>{says !== null && <span title={says}>{says}</span>}</div>;
    },
  },
  { id: 'outcome', title: words.outcome, width: '9.5rem', cell: ({ outcome }) => <StatusBadge status={statuses[outcome]} word={words.outcomes[outcome]} /> },
  { id: 'zone', title: words.zone, width: '12rem', from: 'md', cell: ({ zone }) => zone ?? '' },
];
