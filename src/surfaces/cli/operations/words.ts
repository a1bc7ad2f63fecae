import { areaTexts } from '../../openapi/tags.ts';

/** `domain_events.list` as the words `domain-events`, `list`. */
export function wordsOf(operationId: string): string[] {
  return operationId.split('.').map(kebab);
}

/** `leastSeverity` or `least_severity` as `least-severity`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`).replaceAll('_', '-');
}

/** Areas in which everything is done by signed-in people. */
const withoutCommands = new Set(['account', 'people', 'invitations', 'keys', 'audit']);

/** The first word of the commands of an area. */
export interface AreaWord {
  word: string;
  /** What the area is about, in a few words. */
  says: string;
  /** Its commands only say where a signed-in person does it. */
  hidden: boolean;
}

/** The first words of the commands that ask a running service; known without loading one of them. */
export const areaWords: readonly AreaWord[] = Object.entries(areaTexts)
  .map(([area, text]) => ({ word: kebab(area), says: text.split(/[:.]/, 1)[0]!, hidden: withoutCommands.has(area) }));
