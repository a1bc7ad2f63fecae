import { invalid } from './invalid-input.ts';

/** No text of the service holds U+0000: PostgreSQL cannot keep it. Throws `Problem` 400 where a text in `value`, which is JSON, has it. */
export function refuseNul(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid([{ path: [], message: 'The character U+0000 is not accepted.' }]);
  } else if (value !== null && typeof value === 'object') {
    for (const member of Array.isArray(value) ? value : Object.values(value)) refuseNul(member);
  }
}
