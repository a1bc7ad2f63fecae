import { Button, FileButton, Progress, Title } from '@mantine/core';
import { useState, type DragEvent } from 'react';
import { Icon } from '../../../../parts/icon.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/messages.ts';
import shared from '../overview/dmarc.module.css';
import classes from './messages.module.css';
import { statusOfState } from './record-status.ts';
import { useUploads, type Upload as UploadOf } from './use-uploads.ts';

const { upload: words } = texts;
const ACCEPTED = '.xml,.json,.gz,.zip,.eml,.mbox,.txt,application/xml,text/xml,application/gzip,application/zip,application/json,message/rfc822';

/** Takes files that are dropped or chosen, and says of each what became of it. */
export function Upload() {
  const { uploads, add, clear } = useUploads();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  const done = uploads.filter(({ state }) => state === 'taken' || state === 'failed').length;
  const progress = words.progress(done, uploads.length);
  return (
    <section className={shared.section} aria-labelledby="dmarc-upload">
      <Title order={2} size="h3" id="dmarc-upload">{words.title}</Title>
      <div className={classes.drop} data-over={isOver || undefined} onDrop={drop} onDragOver={over} onDragLeave={() => setOver(false)}>
        <span>{words.drop}</span>
        <FileButton multiple accept={ACCEPTED} onChange={add} inputProps={{ 'aria-label': words.choose }}>{props => <Button variant="default" leftSection={<Icon name="plus" size={16} />} {...props}>{words.choose}</Button>}</FileButton>
        <span className={shared.quiet}>{words.kinds}</span>
      </div>
      {uploads.length > 0 && (
        <>
          <div className={classes.progress} role="status"><p>{progress}</p><Progress value={(done / uploads.length) * 100} aria-label={progress} size="sm" /></div>
          <ul className={shared.rows} aria-label={words.results}>{uploads.map(one => <Result key={one.key} of={one} />)}</ul>
          {done === uploads.length && <div><Button variant="subtle" size="xs" onClick={clear}>{words.clear}</Button></div>}
        </>
      )}
    </section>
  );
}

function Result({ of: { name, state, fault, message } }: { of: UploadOf }) {
  const [status, word]: [Status, string] = message ? [statusOfState[message.state], texts.states[message.state]] : state === 'failed' ? ['fail', words.failed] : ['info', state === 'sending' ? words.sending : words.waiting];
  const says = message ? message.explanation ?? texts.reports(message.reports) : fault;
  return (
    <li className={classes.result}>
      <StatusBadge status={status} word={word} />
      <span className={classes.words}><span className={classes.title}>{name}</span>{says && <span className={shared.quiet}>{says}</span>}</span>
    </li>
  );
}
