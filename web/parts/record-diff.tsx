import { texts } from '../texts/parts.ts';
import { differenceOf, type Piece, type TagChange } from './difference.ts';
import classes from './record-diff.module.css';

/** What has changed of a record or a set of records: tag by tag, term by term, or line by line, whatever reads best. */
export function RecordDiff({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  const difference = differenceOf(before, after);
  if (difference.shape === 'tags') return <Tags tags={difference.tags} />;
  if (difference.pieces.every(({ kind }) => kind === 'kept')) return <p className={classes.kept}>{difference.pieces.length === 0 ? texts.diff.nothing : texts.diff.same}</p>;
  return difference.shape === 'terms' ? <p className={classes.terms}>{difference.pieces.map((piece, index) => <Marked key={index} piece={piece} />)}</p> : <Lines pieces={difference.pieces} />;
}

function Tags({ tags }: { tags: readonly TagChange[] }) {
  return (
    <table className={classes.tags}>
      <thead><tr><th scope="col">{texts.diff.tag}</th><th scope="col">{texts.diff.before}</th><th scope="col">{texts.diff.after}</th></tr></thead>
      <tbody>{tags.map(({ tag, before, after }) => (
        <tr key={tag} className={before === after ? classes.kept : undefined}>
          <th scope="row"><code>{tag}</code></th>
          <td>{before === null ? <span className={classes.kept}>{texts.diff.absent}</span> : before === after ? <code>{before}</code> : <del className={classes.removed}>{before}</del>}</td>
          <td>{after === null ? <span className={classes.kept}>{texts.diff.absent}</span> : before === after ? <code>{after}</code> : <ins className={classes.added}>{after}</ins>}</td>
        </tr>
      ))}</tbody>
    </table>
  );
}

function Lines({ pieces }: { pieces: readonly Piece[] }) {
  return <ul className={classes.lines}>{pieces.map((piece, index) => <li key={index}><span className={classes.sign} aria-hidden="true">{signs[piece.kind]}</span><Marked piece={piece} /></li>)}</ul>;
}

const signs: Readonly<Record<Piece['kind'], string>> = { added: '+', removed: '−', kept: '' };

function Marked({ piece: { kind, text } }: { piece: Piece }) {
  if (kind === 'added') return <ins className={classes.added} aria-label={`${texts.diff.added}: ${text}`}>{text}</ins>;
  if (kind === 'removed') return <del className={classes.removed} aria-label={`${texts.diff.removed}: ${text}`}>{text}</del>;
  return <span className={classes.kept}>{text}</span>;
}
