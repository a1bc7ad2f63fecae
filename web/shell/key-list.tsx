import { Kbd, Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { PageKey } from '../keys/match.ts';
import { pageKeys } from '../keys/page-keys.ts';
import { texts } from '../texts/keys.ts';
import { texts as parts } from '../texts/parts.ts';
import classes from './key-list.module.css';

/** The keys of the page that is shown, and those that are the same everywhere; says how they are turned off. */
export default function KeyList({ everywhere, onClose }: { everywhere: readonly PageKey[]; onClose: () => void }) {
  const [ofPage] = useState(pageKeys);
  const [go, others] = [everywhere.filter(isPair), everywhere.filter(key => !isPair(key))];
  return (
    <Modal opened onClose={onClose} title={texts.title} size="lg" closeButtonProps={{ 'aria-label': parts.close }}>
      <div className={classes.lists}>
        <Keys title={texts.page} of={ofPage} />
        <Keys title={texts.everywhere} of={others} />
        <Keys title={texts.go} of={go} />
      </div>
      <p className={classes.off}>{texts.off} <Link to="/settings/profile" onClick={onClose}>{texts.toProfile}</Link></p>
    </Modal>
  );
}

function Keys({ title, of }: { title: string; of: readonly PageKey[] }) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      {of.length === 0 ? <p className={classes.off}>{texts.none}</p> : (
        <dl className={classes.keys}>{of.map(({ keys, label }) => <Fragment key={keys[0]}><dt>{keys.map((key, at) => <Fragment key={key}>{at > 0 && ` ${texts.orKey} `}<Pressed of={key} /></Fragment>)}</dt><dd>{label}</dd></Fragment>)}</dl>
      )}
    </section>
  );
}

/** One key, or two in turn. */
function Pressed({ of }: { of: string }) {
  return of.split(' ').map((key, at) => <Fragment key={at}>{at > 0 && ` ${texts.thenKey} `}<Kbd>{texts.names[key] ?? key}</Kbd></Fragment>);
}

function isPair({ keys }: PageKey): boolean {
  return keys.some(key => key.includes(' '));
}
