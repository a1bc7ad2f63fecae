import { holdToTheDocument } from './properties.ts';

holdToTheDocument('postgresql');
