import { Ago } from '../../../../parts/ago.tsx';
import { CopyButton } from '../../../../parts/copy.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Facts, SmallTable } from '../../../../parts/facts.tsx';
import { texts } from '../texts/lookalikes.ts';
import shared from '../list/lookalikes.module.css';
import type { EvidencePage } from './types.ts';
import classes from './lookalike.module.css';

type Captured = EvidencePage['data'][number];

const { evidence: words } = texts;
const statusOf = { seen: 'pass', absent: 'off', unknown: 'unknown' } as const;

/** One capture in a line; opened, what came of each step, each item with its hash, and how alike the pages are. */
export function Capture({ of: { sequence, startedAt, endedAt, steps, items, similarity, manifestSha256, previous, links }, fingerprint, isOpen }: { of: Captured; fingerprint: string; isOpen: boolean }) {
  const unknown = steps.filter(({ state }) => state === 'unknown').length;
  const summary = (
    <span className={shared.summary}>
      <span className={shared.severity}><StatusBadge status={unknown === 0 ? 'pass' : 'unknown'} word={words.number(sequence)} /></span>
      <span className={shared.words}>
        <span className={shared.title}>{unknown === 0 ? words.whole(items.length) : words.part(unknown, items.length)}</span>
        <span className={shared.quiet}><Ago at={endedAt} /></span>
      </span>
    </span>
  );
  return (
    <Disclosure summary={summary} isOpen={isOpen}>
      <div className={classes.capture}>
        <Shots items={items} at={links.package} />
        <div className={shared.block}>
          <p className={shared.label}>{words.checksTitle}</p>
          <SmallTable columns={words.columns.steps} rows={steps.map(({ step, state, cause }) => [words.steps[step], <StatusBadge key="state" status={statusOf[state]} word={words.outcomes[state]} />, cause])} />
        </div>
        <Alike of={similarity} />
        <div className={shared.block}>
          <p className={shared.label}>{words.items}</p>
          <ul className={classes.items}>{items.map(({ name, bytes, sha256, source }) => (
            <li key={name}>
              <span>{name} <span className={shared.quiet}>{words.size(bytes)} · {source}</span></span>
              <Hash of={sha256} name={name} />
            </li>
          ))}</ul>
        </div>
        <Facts of={[
          [words.taken, <Ago key="taken" at={startedAt} />],
          [words.manifest, <Hash key="manifest" of={manifestSha256} name={words.manifest} />],
          [words.previous, previous === null ? words.first : <code>{previous}</code>],
          [words.key, <code key="key">{fingerprint}</code>],
        ]} />
        <p><a href={links.package} download>{words.download}</a> <span className={shared.quiet}>{words.packageSays}</span></p>
      </div>
    </Disclosure>
  );
}

/** What a browser showed, side by side; nothing where none was to be had. */
function Shots({ items, at }: { items: Captured['items']; at: string }) {
  const shown = ([['candidate', 'web-screenshot.png'], ['own', 'own-screenshot.png']] as const).filter(([, file]) => items.some(({ name }) => name === file));
  if (shown.length === 0) return null;
  return (
    <div className={classes.shots}>
      {shown.map(([of]) => {
        const source = `${at}/screenshot?of=${of}`;
        return <figure key={of} className={classes.shot}><figcaption className={shared.label}>{words.screenshots[of]}</figcaption><a href={source} target="_blank" rel="noreferrer"><img src={source} alt={words.screenshot[of]} loading="lazy" /></a></figure>;
      })}
    </div>
  );
}

function Hash({ of, name }: { of: string; name: string }) {
  return <span className={classes.hash}><code>{of}</code><CopyButton text={of} what={words.hash(name)} /></span>;
}

function Alike({ of }: { of: Captured['similarity'] }) {
  const rows = (Object.keys(words.similarity) as (keyof typeof words.similarity)[]).map(way => [words.similarity[way], of[way].figure ?? words.notYetKnown]);
  return (
    <div className={shared.block}>
      <p className={shared.label}>{words.similarityTitle}</p>
      <SmallTable columns={words.columns.similarity} rows={rows} />
    </div>
  );
}
