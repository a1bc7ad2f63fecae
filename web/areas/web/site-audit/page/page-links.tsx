import { Link } from '@tanstack/react-router';
import { usePages } from '../../../../api/queries.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { Table } from '../../../../parts/table.tsx';
import classes from '../site-audit.module.css';
import { texts } from '../texts/audit.ts';

const { page: words } = texts;
const ROWS_A_PAGE = 20;

/** Links that lead to a page, or those that stand on it. */
export function PageLinks({ domainId, auditId, from, to }: { domainId: string; auditId: string; from?: number; to?: number }) {
  const query = usePages('GET /api/site-audits/{id}/links', { id: auditId, limit: ROWS_A_PAGE, ...(from === undefined ? {} : { from: [from] }), ...(to === undefined ? {} : { to: [to] }) });
  return (
    <>
      <Loaded of={query} what={to === undefined ? words.outlinks : words.inlinks}>
        {({ pages }) => {
          const links = pages.flatMap(({ data }) => data);
          return links.length === 0 ? <p className={classes.quiet}>{words.noLinks}</p> : (
            <Table
              asCards columns={words.columns.links} machine={[0]} numbers={[2]}
              rows={links.map(link => {
                const [url, number] = to === undefined ? [link.to, link.toPage] : [link.from, link.fromPage];
                return [
                  number === null ? url : <Link key="url" to="/domains/$id/site/pages/$page" params={{ id: domainId, page: String(number) }}>{url}</Link>,
                  <>{link.anchor}{!link.follow && <span className={classes.quiet}> {words.nofollow}</span>}</>, link.status,
                ];
              })}
            />
          );
        }}
      </Loaded>
      <MoreRows of={query} />
    </>
  );
}
