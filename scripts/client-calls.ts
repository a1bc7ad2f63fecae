// Never run. The compiler writes the type of `calls` out in full, so that the published client needs no type of any library.
import type { Calls } from '../src/client.ts';

declare function writtenOut<Of>(): { [Name in keyof Of]: Of[Name] };

export const calls = writtenOut<Calls>();
