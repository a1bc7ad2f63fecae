import { Link } from '@tanstack/react-router';
import { texts } from '../texts/shell.ts';
import classes from './brand.module.css';

/** The name of the product; leads to the first page. */
export function Brand() {
  return (
    <Link to="/" className={classes.brand} aria-label={texts.home}>
      <img src="/assets/icon.svg" width={24} height={24} alt="" />
      <span>{texts.product}</span>
    </Link>
  );
}
