import { Button, FileButton, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type DragEvent } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { DataTable, type Column } from '../../../../parts/data-table.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/inventory.ts';
import classes from '../list/domains.module.css';
import { inventoryRoutes } from '../refreshes.ts';

type Reply = DataOf<'POST /api/domains/import'>['data'];
type Line = Reply['lines'][number];

const MAX_CHARACTERS = 1_000_000;
const words = texts.importing;
const statuses: Readonly<Record<Line['outcome'], Status>> = { added: 'pass', exists: 'off', invalid: 'fail', full: 'warn' };

/** Brings many domains into the inventory: a list or a file, what would become of each line, then the import. */
export default function Import() {
  const mayChange = useMayChange();
  const [csv, setCsv] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const preview = useSend('POST /api/domains/import');
  const sending = useSend('POST /api/domains/import', inventoryRoutes);
  const change = (text: string): void => {
    setFault(text.length > MAX_CHARACTERS ? words.tooLarge : null);
    setCsv(text.slice(0, MAX_CHARACTERS));
    preview.reset();
    sending.reset();
  };
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return;
    if (file.size > MAX_CHARACTERS) return setFault(words.tooLarge);
    await file.text().then(change, () => setFault(words.unreadable));
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void read(event.dataTransfer.files[0] ?? null);
  };
  const result = sending.data?.data ?? preview.data?.data ?? null;
  return (
    <>
      <PageHead title={words.title} answer={mayChange ? words.lead : texts.readOnly} above={<Link to="/domains">{words.back}</Link>} />
      <div className={classes.import}>
        <section onDrop={drop} onDragOver={event => event.preventDefault()}>
          <Textarea label={words.text} placeholder={words.example} value={csv} onChange={event => change(event.currentTarget.value)} error={fault} rows={16} spellCheck={false} autoCapitalize="none" disabled={!mayChange} />
          <div className={classes.fileRow}>
            <Button loading={preview.isPending} disabled={csv.trim() === '' || !mayChange} onClick={() => preview.mutate({ csv, preview: true })}>{words.preview}</Button>
            <FileButton onChange={file => void read(file)} accept=".csv,.txt,.tsv,text/plain,text/csv" disabled={!mayChange}>{props => <Button variant="default" {...props}>{words.file}</Button>}</FileButton>
            <span className={classes.quiet}>{words.drop}</span>
          </div>
        </section>
        <section aria-live="polite">
          {preview.error && <ProblemNote error={preview.error} what={words.previewing} />}
          {sending.error && <ProblemNote error={sending.error} what={words.importing} />}
          {result === null
            ? <p className={classes.quiet}>{words.nothingYet}</p>
            : <Outcome reply={result} isDone={sending.isSuccess} isSending={sending.isPending} onSend={() => sending.mutate({ csv })} onAgain={() => change('')} />}
        </section>
      </div>
    </>
  );
}

function Outcome({ reply, isDone, isSending, onSend, onAgain }: { reply: Reply; isDone: boolean; isSending: boolean; onSend: () => void; onAgain: () => void }) {
  const { added, exists, invalid, full, lines } = reply;
  const counts = [
    ['added', added, isDone ? words.added(added) : words.willAdd(added)], ['exists', exists, words.exists(exists)], ['invalid', invalid, words.invalid(invalid)], ['full', full, words.full(full)],
  ] as const;
  return (
    <>
      <p className={classes.counts}>{counts.filter(([, count]) => count > 0).map(([outcome,, word]) => <StatusBadge key={outcome} status={statuses[outcome]} word={word} />)}</p>
      <div className={classes.fileRow}>
        {isDone
          ? <><Button leftSection={<Icon name="domains" size={16} />} renderRoot={props => <Link to="/domains" search={{ sort: '-createdAt' }} {...props} />}>{words.show}</Button><Button variant="default" onClick={onAgain}>{words.again}</Button></>
          : <Button loading={isSending} disabled={added === 0} onClick={onSend}>{words.submit(added)}</Button>}
      </div>
      <DataTable label={words.lines} columns={columnsOf(isDone)} rows={lines} keyOf={({ line }) => String(line)} nameOf={({ name }) => name} rowHeight={46} />
    </>
  );
}

function columnsOf(isDone: boolean): readonly Column<Line>[] {
  const said = isDone ? words.outcome : words.outcomeAhead;
  return [
    { id: 'line', title: words.columns.line, width: '3.6rem', align: 'end', cell: ({ line }) => line },
    { id: 'name', title: words.columns.name, cell: line => <Named line={line} /> },
    { id: 'outcome', title: words.columns.outcome, width: '10rem', cell: ({ outcome }) => <StatusBadge status={statuses[outcome]} word={said[outcome]} /> },
  ];
}

/** The domain of a line, and why it was not added. */
function Named({ line: { id, name, reason } }: { line: Line }) {
  return (
    <div className={classes.name}>
      {id === null ? <span title={name}>{name}</span> : <Link to="/domains/$id" params={{ id }}>{name}</Link>}
      {reason !== null && <div className={classes.below}><span className={classes.labels} title={reason}>{reason}</span></div>}
    </div>
  );
}
