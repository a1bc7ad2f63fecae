// What later areas may use of the inventory.
export { Follower } from './domain/follower.ts';
export { useLabels } from './labels/use-labels.ts';
