import type { Blobs } from '../../../../core/outside/blobs.ts';
import type { Capture } from '../../../../core/outside/capture.ts';
import type { Print } from '../../../../core/outside/print.ts';
import type { DomainsServices } from '../../../domains/inventory/index.ts';
import type { EvidenceKey } from './manifest.ts';
import type { Packages } from './packages.ts';

/** What the runs, jobs and operations of evidence work with. */
export interface EvidenceServices extends DomainsServices {
  blobs: Blobs;
  capture: Capture;
  evidenceKey: EvidenceKey;
  print: Print;
  packages: Packages;
  program: { version: string };
}
