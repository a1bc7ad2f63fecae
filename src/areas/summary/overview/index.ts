import { showAccountOverview } from './operations.ts';

export const overviewOperations = [showAccountOverview] as const;
