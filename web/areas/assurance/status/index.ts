// What later areas may use of the status of services.
export { Sections } from './sections.tsx';
export { bars } from './bars.ts';
export { statusOfLevel } from './record-status.ts';
export { texts as statusTexts } from './texts/status.ts';
