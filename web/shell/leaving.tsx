import { Link } from '@tanstack/react-router';
import { useGet } from '../api/queries.ts';
import { Ago } from '../parts/ago.tsx';
import { texts } from '../texts/shell.ts';
import classes from './leaving.module.css';

/** Says on every page that the account is to be deleted, and leads to where that is taken back. */
export function Leaving() {
  const deleteAfter = useGet('GET /api/account/deletion', {}).data?.data.deleteAfter ?? null;
  if (deleteAfter === null) return null;
  return (
    <p className={classes.banner} role="status">
      {texts.leaving} <Ago at={deleteAfter} />. <Link to="/settings/account">{texts.leavingMore}</Link>
    </p>
  );
}
