import { useNetwork } from '@mantine/hooks';
import { texts } from '../texts/shell.ts';
import classes from './connection.module.css';

/** Says so while the browser has no connection. */
export function Connection() {
  const { online } = useNetwork();
  return <div role="status">{!online && <p className={classes.banner}>{texts.offline}</p>}</div>;
}
