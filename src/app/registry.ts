import { accountOperations, type AccountContext } from '../areas/account/index.ts';
import { adminOperations, type AdminContext } from '../areas/admin/index.ts';
import { auditOperations, entriesOf } from '../areas/audit/index.ts';
import { checkOperations, type CheckContext } from '../areas/check/index.ts';
import { contactOperations, type ContactContext } from '../areas/contact/index.ts';
import { keysOf, keysOperations, type KeysContext } from '../areas/keys/index.ts';
import type { AnyOperation } from '../core/operation.ts';

/** What handlers find in their context, whatever their area. */
export type Services = AccountContext & KeysContext & AdminContext & ContactContext & Omit<CheckContext, 'signal' | 'onFacts'>;

/** Every operation of the program: each surface, the docs and the tests are made from this list. */
export const operations: readonly AnyOperation<Services>[] = [
  ...checkOperations,
  ...accountOperations({ exports: { apiKeys: keysOf, auditLog: entriesOf } }),
  ...keysOperations,
  ...auditOperations,
  ...contactOperations,
  ...adminOperations,
];
