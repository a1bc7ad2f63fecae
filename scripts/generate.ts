// Writes what is made from the code: the reference pages, the addresses of the dashboard, and what it knows of the checks and of the audit log.
// With --check it only says whether they are fresh.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fingerprintsFile } from './recog/compile.ts';
import { intentPage } from '../src/areas/web/deep-seo/intent/labelled/evaluate.sample.ts';
import { appPathsModule } from './reference/app-paths.ts';
import { auditActionsModule } from './reference/audit-actions.ts';
import { checksPage } from './reference/checks.ts';
import { cliPage } from './reference/cli.ts';
import { commandLinePage } from './reference/command-line.ts';
import { configurationPage } from './reference/configuration.ts';
import { errorsPage } from './reference/errors.ts';
import { findingPages } from './reference/finding-pages.ts';
import { findingsPage } from './reference/findings.ts';
import { httpPage } from './reference/http.ts';
import { labPage } from './reference/lab.ts';
import { limitsPage } from './reference/limits.ts';
import { reportCatalogueModule } from './reference/report-catalogue.ts';
import { routesPage } from './reference/routes.ts';
import { scoringPage } from './reference/scoring.ts';
import { templatesPage } from './reference/templates.ts';

const NOTE = '<!-- Made from the code by `npm run generate`; do not edit. -->';

const pages: Record<string, () => string | Promise<string>> = {
  'docs/reference/checks.md': checksPage,
  'docs/reference/cli.md': cliPage,
  'docs/reference/command-line.md': commandLinePage,
  'docs/reference/configuration.md': configurationPage,
  'docs/reference/errors.md': errorsPage,
  'docs/reference/findings.md': findingsPage,
  'docs/reference/http.md': httpPage,
  'docs/reference/intent.md': intentPage,
  'docs/reference/lab.md': labPage,
  'docs/reference/limits.md': limitsPage,
  'docs/reference/scoring.md': scoringPage,
  'docs/reference/templates.md': templatesPage,
  'docs/routes.md': routesPage,
  ...findingPages(),
  'src/areas/threats/exposure/services/recog/fingerprints.json': fingerprintsFile,
  'src/surfaces/http/pages/app-paths.ts': appPathsModule,
  'web/areas/domains/check/report/catalogue.ts': reportCatalogueModule,
  'web/areas/platform/audit/texts/actions.ts': auditActionsModule,
};

function noted(page: string): string {
  const [head, ...rest] = page.split('\n');
  return [head, '', NOTE, ...rest].join('\n');
}

const onlyCheck = process.argv.includes('--check');
for (const [path, write] of Object.entries(pages)) {
  const file = new URL(`../${path}`, import.meta.url);
  const written = await write();
  const text = path.endsWith('.md') ? noted(written) : written;
  const fresh = existsSync(file) && readFileSync(file, 'utf8') === text;
  if (fresh) continue;
  if (onlyCheck) {
    console.log(`${path} is not what the code says: run npm run generate`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(file.pathname), { recursive: true });
    writeFileSync(file, text);
    console.log(`wrote ${path}`);
  }
}

// A finding that is no more leaves no page behind.
for (const name of readdirSync(new URL('../docs/findings/', import.meta.url))) {
  const path = `docs/findings/${name}`;
  if (path in pages) continue;
  if (onlyCheck) {
    console.log(`${path} is of no finding: run npm run generate`);
    process.exitCode = 1;
  } else {
    rmSync(new URL(`../${path}`, import.meta.url));
    console.log(`removed ${path}`);
  }
}
