import { defineTables } from '../../../store/index.ts';
import { accountColumns, personColumns } from '../../platform/account/index.ts';
import { auditEntryColumns, auditHeadColumns } from '../../platform/audit/index.ts';
import { keyColumns } from '../../platform/keys/index.ts';

/** This area keeps nothing: it shows the operator what there is of all accounts. */
export const tables = defineTables<object>()('admin', {}, [accountColumns, personColumns, keyColumns, auditEntryColumns, auditHeadColumns]);
