import { topicOf, type AnyOperation } from '../../../core/operation.ts';

/** `domain_events.list` as the words `domain-events`, `list`. */
export function wordsOf(operationId: string): string[] {
  return operationId.split('.').map(kebab);
}

/** `leastSeverity` or `least_severity` as `least-severity`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`).replaceAll('_', '-');
}

/** The first word of the commands of a topic. */
export interface TopicWord {
  word: string;
  /** What they are about, in a few words. */
  says: string;
  /** Its commands only say where a signed-in person does it. */
  hidden: boolean;
}

/** The first words of the commands that ask a running service. */
export function topicWords(topics: Readonly<Record<string, string>>, operations: readonly AnyOperation[]): TopicWord[] {
  const commands = new Set(operations.filter(({ access, kind }) => access !== 'session' && kind !== 'native').map(({ id }) => topicOf(id)));
  return Object.entries(topics).map(([topic, text]) => ({ word: kebab(topic), says: text.split(/[:.]/, 1)[0]!, hidden: !commands.has(topic) }));
}
