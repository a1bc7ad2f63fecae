import type { Selectable } from 'kysely';
import type { NewCheck } from './shapes.ts';
import { define, type Definition } from './kinds/definition.ts';
import { readTarget } from './kinds/target.ts';
import type { ChecksTables } from './tables.ts';
import type { ChecksServices } from './services.ts';

export type CheckRow = Selectable<ChecksTables['custom_check']>;

/** What a row keeps of a definition. */
export function columnsOf({ check, target, secrets }: Definition, id: string, { sealer }: Pick<ChecksServices, 'sealer'>) {
  return {
    reference: check.key, name: check.name, kind: check.kind, target: check.target, host: target.host, spec: JSON.stringify(check), interval_seconds: check.intervalSeconds,
    secrets: Object.keys(secrets).length > 0 ? sealer.seal(JSON.stringify(secrets), id) : null,
    enabled: check.enabled ? 1 : 0, parent_id: check.dependsOn,
  } as const;
}

/** The definition without the values of secret headers. */
export function specOf({ spec }: Pick<CheckRow, 'spec'>): NewCheck {
  return JSON.parse(spec) as NewCheck;
}

/** The values of secret headers; none where they were sealed with another secret. */
export function secretsOf({ id, secrets }: Pick<CheckRow, 'id' | 'secrets'>, { sealer }: Pick<ChecksServices, 'sealer'>): Record<string, string> {
  const text = secrets === null ? null : sealer.open(secrets, id);
  return text === null ? {} : JSON.parse(text) as Record<string, string>;
}

/** The whole definition, for whoever does the check. */
export function definitionOf(row: CheckRow, services: Pick<ChecksServices, 'sealer'>): Definition {
  const check = specOf(row);
  const target = readTarget(check.kind, check.target);
  return typeof target === 'string' ? define(check) : { check, target, secrets: secretsOf(row, services) };
}

/** What the definition becomes with `changes`; secrets that are not given again stay. */
export function changed(row: CheckRow, changes: Partial<NewCheck>, services: Pick<ChecksServices, 'sealer'>): Definition {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return define({ ...specOf(row), ...given }, { host: row.host, secrets: secretsOf(row, services) });
}
