import { z } from 'zod';

export const ControlId = z.string().describe('Such as cmmc-l2:AC.L2-3.1.1, as the list shows it');
