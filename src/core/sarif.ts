import type { Severity } from './finding.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

export type SarifLevel = 'error' | 'warning' | 'note';
export const sarifLevels: Readonly<Record<Severity, SarifLevel>> = { critical: 'error', high: 'error', medium: 'warning', low: 'note', info: 'note' };

/** As many results as code scanning takes of one run. */
export const MAX_SARIF_RESULTS = 5000;

/** One run of this program: its rules and results in the form of SARIF, and what it could not do. */
export interface SarifRun {
  version: string;
  rules: readonly object[];
  results: readonly object[];
  notifications: readonly object[];
  successful?: boolean;
}

/** A document of SARIF 2.1.0 with one run. */
export function sarifOf({ version, rules, results, notifications, successful = true }: SarifRun): object {
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{
      tool: { driver: { name: 'Domain Security Service', semanticVersion: version, rules } },
      columnKind: 'utf16CodeUnits',
      invocations: [{ executionSuccessful: successful, toolExecutionNotifications: notifications }],
      results,
    }],
  };
}

/** Where a page stands: it has no file, and readers that show results by file get one with its name. */
export function sarifPage(url: string, region: object = {}): object {
  return { artifactLocation: { uri: encodeURIComponent(url) }, region: { startLine: 1, ...region } };
}
