// Compiled with the project and never run: what rules take, and with `@ts-expect-error` what they refuse.
import type { z } from 'zod';
import type { Finding } from '../../src/core/finding.ts';
import { defineRules } from '../../src/core/findings/rules.ts';
import type { Finding as FindingShape } from '../../src/core/findings/shape.ts';

/** True where each type is assignable to the other. */
type Same<Left, Right> = [Left] extends [Right] ? [Right] extends [Left] ? true : false : false;

export const shapeAndTypeAreOne: Same<z.output<typeof FindingShape>, Finding> = true;

const rule = { severity: 'low', why: 'Because.', fix: { kind: 'network', text: 'Close it.' }, references: [] } as const;
const rules = defineRules({ area: 'exposure', record: 'host', prefix: 'exposure' }, {
  plain: { ...rule, title: 'A port is open', passTitle: 'No port is open' },
  worded: { ...rule, title: 'Port {port} of {host} is open' },
});

// @ts-expect-error There is no such kind of fix.
defineRules({ area: 'exposure', record: 'host', prefix: 'exposure' }, { closed: { ...rule, title: 'A port is open', fix: { kind: 'manual', text: 'Close it.' } } });

export function whatRulesTake(): void {
  rules.plain.fail([]);
  rules.plain.pass();
  rules.worded.fail([], { words: { port: '22', host: 'example.org' } });
  // @ts-expect-error A text of the rule needs words.
  rules.worded.fail([]);
  // @ts-expect-error One of them is missing.
  rules.worded.fail([], { words: { port: '22' } });
  // @ts-expect-error Advice has no pass.
  rules.worded.pass();
}
