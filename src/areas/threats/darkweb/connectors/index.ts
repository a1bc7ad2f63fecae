import type { DarkwebSource } from '../../../../core/outside/darkweb.ts';
import type { Connector } from './connector.ts';
import { dehashed } from './dehashed.ts';
import { hibp } from './hibp.ts';
import { hudsonRock } from './hudson-rock.ts';
import { intelX } from './intelx.ts';
import { leakCheck } from './leak-check.ts';
import { ransomwareLive } from './ransomware-live.ts';

/** How each source is asked. */
export const connectors: Readonly<Record<DarkwebSource, Connector>> = { hibp, hudsonRock, ransomwareLive, leakCheck, intelX, dehashed };
