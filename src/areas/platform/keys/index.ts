import { defineArea } from '../../area.ts';
import { keysAndLimits } from './migrations/0002-keys-and-limits.ts';
import { lastNetwork } from './migrations/0033-last-network.ts';
import { rotation } from './migrations/0062-rotation.ts';
import { keysOperations, type KeysServices } from './operations.ts';
import { keysOf } from './store.ts';
import { tables } from './tables.ts';

export { keyColumns } from './tables.ts';
export { createUsage, type Usage } from './usage-recorder.ts';
export { countCall } from './hourly-limits.ts';
export { createKeyByProgram, rotateKeyByProgram } from './program.ts';
export type { KeysServices } from './operations.ts';
export { createKeyReader, type KeyReader } from './reader.ts';
export type { KeyRecord } from './shapes.ts';

/** The API keys of an account. */
export const keysArea = defineArea<KeysServices>()({
  id: 'keys',
  group: 'platform',
  topics: { keys: 'API keys: creation, rotation, revocation and usage. Managed by signed-in people only.' },
  operations: keysOperations,
  tables,
  migrations: { '0002-keys-and-limits': keysAndLimits, '0033-last-network': lastNetwork, '0062-rotation': rotation },
  exports: { apiKeys: keysOf },
  idPrefixes: { key: 'API key' },
  auditActions: {
    'api_key.created': 'Created an API key',
    'api_key.renamed': 'Renamed an API key',
    'api_key.rotated': 'Rotated an API key',
    'api_key.revoked': 'Revoked an API key',
  },
});
