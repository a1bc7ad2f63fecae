import { holdToTheDocument } from './properties.ts';

holdToTheDocument('sqlite');
