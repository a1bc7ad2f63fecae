import { areas } from '../../src/app/registry.ts';

/** The words of the dashboard for what areas leave in the audit log, as a module of texts. */
export function auditActionsModule(): string {
  const actions = areas.flatMap(({ auditActions = {} }) => Object.entries(auditActions)).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const quote = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
  return [
    '// Made from src/areas by `npm run generate`; do not edit.',
    "import { byName, defineTexts } from '../../../../language/index.ts';", '',
    '/** What was done, by the names of actions in the audit log. */',
    "export const texts = defineTexts('platform/audit/actions', () => byName({", ...actions.map(([action, words]) => `  ${quote(action)}: ${quote(words)},`), '}));', '',
  ].join('\n');
}
