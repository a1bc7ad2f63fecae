import type { Config } from '../config.ts';
import type { Terminal } from '../../surfaces/cli/index.ts';

/** What the commands work with; the settings are read when a command runs. */
export interface CommandParts {
  version: string;
  terminal: Terminal;
  signal: AbortSignal;
  env: Readonly<Record<string, string | undefined>>;
  /** Folder of the user. */
  home: string;
  config(): Config;
  /** Names in the environment that look like settings and are none. */
  unknownSettings(): readonly string[];
}

/** What `dss keys rotate` was given. */
export interface RotateOptions {
  email?: string;
  overlapHours?: number;
  json: boolean;
}

/** What `dss keys create` was given. */
export interface KeyOptions {
  scopes: string;
  email?: string;
  name?: string;
  rateLimit?: number;
  expires?: string;
  json: boolean;
}
