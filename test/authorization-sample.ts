// What an area says of its operations for the tests of access, in `authorization.sample.ts` of its folder.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Bearer } from './authorization-credentials.ts';
import type { TestService } from './service.ts';

type Input = Record<string, unknown>;

/** What a call sends so that it succeeds. */
export interface Ready {
  input: Input;
  /** Sent along with the cookie of the credential, or in its place where that was a session. */
  cookie?: string;
  /** The session that the call is to be made with, where getting ready began another one. */
  session?: string;
}

/** Makes a thing of the account for the purpose, by its type as `owns` names it, and gives its id. */
export type MakeResource = (type: string) => Promise<string>;

export interface AuthorizationSample {
  /** Things of an account by their type, as `owns` names it; each gives the id of one that is made for the purpose. */
  resources?: Readonly<Record<string, (service: TestService, bearer: Pick<Bearer, 'account' | 'person'>, make: MakeResource) => Promise<string>>>;
  /** How to get ready for an operation; those that are not here succeed with their own first example. */
  inputs?: Readonly<Record<string, (service: TestService, bearer: Bearer, make: MakeResource) => Promise<Ready>>>;
}

const areas = new URL('../src/areas', import.meta.url).pathname;

/** Of every area that has one, together. */
export const authorizationSamples: Required<AuthorizationSample> = { resources: {}, inputs: {} };
for (const file of globSync('*/*/authorization.sample.ts', { cwd: areas }).toSorted()) {
  const { sample } = await import(join(areas, file)) as { sample: AuthorizationSample };
  Object.assign(authorizationSamples.resources, sample.resources);
  Object.assign(authorizationSamples.inputs, sample.inputs);
}
