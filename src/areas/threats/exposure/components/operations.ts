import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { operationIn, type FileReply } from '../../../../core/operation.ts';
import { cutPage, decodeCursor } from '../../../../core/page.ts';
import { domain } from '../../../domains/inventory/index.ts';
import type { ExposureServices } from '../services.ts';
import { countComponents, listComponents } from '../store/component-list.ts';
import { writeCycloneDx } from './cyclonedx.ts';
import { ComponentExportQuery, ComponentPage, ComponentQuery, presentComponent } from './shapes.ts';

const LIST = 'exposure.components';

const list = operationIn<ExposureServices>()({
  id: 'exposure.components',
  summary: 'List the components of all domains',
  description: 'Services, applications, libraries and operating systems that the latest scans found across all domains, each with its version where visible, location, evidence, CPE and package URL. '
    + 'Where a scan could not test, the components found before are kept.',
  method: 'GET',
  path: '/api/vuln-scan/components',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  owns: { domain },
  input: ComponentQuery,
  output: ComponentPage,
  examples: [{ input: {}, says: 'All of them' }, { input: { kind: 'service', product: 'openssh', version: '9.2' }, says: 'Where one version runs' }],
  run: async ({ caller }, { db }, { limit, cursor, ...filter }) => {
    const { account } = known(caller);
    const rows = await listComponents(db, account.id, filter, decodeCursor(LIST, cursor), limit + 1);
    return { ...cutPage(LIST, rows, limit, ({ id, first_seen_at: at }) => ({ at, id }), presentComponent), counts: await countComponents(db, account.id, filter) };
  },
});

const exportAll = operationIn<ExposureServices>()({
  id: 'exposure.components_export',
  summary: 'Export the components as a bill of materials',
  description: 'The components that match the filters, as CycloneDX 1.6 in JSON for tools that track them: each with its location, evidence and confidence.',
  method: 'GET',
  path: '/api/vuln-scan/components/export',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  kind: 'file',
  contentTypes: ['application/vnd.cyclonedx+json'],
  owns: { domain },
  input: ComponentExportQuery,
  output: z.custom<FileReply>(),
  examples: [{ input: {}, says: 'All of them' }, { input: { domain: 'example.org' }, says: 'Those of one domain' }],
  run: ({ caller, now, signal }, { db }, { domain, kind, address, product, version, versionKnown }) => Promise.resolve({
    contentType: 'application/vnd.cyclonedx+json; version=1.6', fileName: 'components.cdx.json', body: writeCycloneDx(after => listComponents(db, known(caller).account.id, { domain, kind, address, product, version, versionKnown }, after, 500), { now, signal }),
  }),
});

export const componentOperations = [list, exportAll] as const;
