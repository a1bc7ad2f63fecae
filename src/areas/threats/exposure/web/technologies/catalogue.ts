import { generatorFingerprints } from './data/generators.ts';
import { headerFingerprints } from './data/headers.ts';
import { pageFingerprints } from './data/pages.ts';
import { serverFingerprints } from './data/servers.ts';
import { wordpressFingerprints } from './data/wordpress.ts';
import type { Fingerprint } from './fingerprint.ts';

/** Every fingerprint; each has a CPE or a package URL. */
export const fingerprints: readonly Fingerprint[] = [...serverFingerprints, ...headerFingerprints, ...generatorFingerprints, ...pageFingerprints, ...wordpressFingerprints];
