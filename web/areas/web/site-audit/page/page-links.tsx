import { Link } from '@tanstack/react-router';
import { usePages } from '../../../../api/queries.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import classes from '../site-audit.module.css';
import { texts } from '../texts/audit.ts';

const { page: words } = texts;
const ROWS_A_PAGE = 20;

/** Links that lead to a page, or those that stand on it. */
export function PageLinks({ domainId, auditId, from, to }: { domainId: string; auditId: string; from?: number; to?: number }) {
  const query = usePages('GET /api/site-audits/{id}/links', { id: auditId, limit: ROWS_A_PAGE, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) });
  const [page, text, status] = words.columns.links;
  return (
    <>
      <Loaded of={query} what={to === undefined ? words.outlinks : words.inlinks}>
        {({ pages }) => {
          const links = pages.flatMap(({ data }) => data);
          return links.length === 0 ? <p className={classes.quiet}>{words.noLinks}</p> : (
            <table className={classes.table}>
              <thead><tr><th scope="col">{page}</th><th scope="col">{text}</th><th scope="col" data-number>{status}</th></tr></thead>
              <tbody>{links.map((link, at) => {
                const [url, number] = to === undefined ? [link.to, link.toPage] : [link.from, link.fromPage];
                return (
                  <tr key={at}>
                    <th scope="row">{number === null ? url : <Link to="/domains/$id/site/pages/$page" params={{ id: domainId, page: String(number) }}>{url}</Link>}</th>
                    <td>{link.anchor}{!link.follow && <span className={classes.quiet}> {words.nofollow}</span>}</td>
                    <td data-number>{link.status}</td>
                  </tr>
                );
              })}</tbody>
            </table>
          );
        }}
      </Loaded>
      <MoreRows of={query} />
    </>
  );
}
