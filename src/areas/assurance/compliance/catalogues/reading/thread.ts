import { parentPort, workerData } from 'node:worker_threads';
import type { CatalogueText } from './catalogue.ts';
import { readCatalogue } from './read.ts';

parentPort!.postMessage(readCatalogue(workerData as CatalogueText), []);
