import { defineTables } from '../../../store/index.ts';
import { snapshotColumns } from '../../domains/history/index.ts';
import { domainColumns, facetColumns } from '../../domains/inventory/index.ts';
import { keyColumns } from '../../platform/keys/index.ts';

/** This area keeps nothing: it sums up what others know. */
export const tables = defineTables<object>()('overview', {}, [domainColumns, facetColumns, keyColumns, snapshotColumns]);
