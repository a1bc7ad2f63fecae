// What later areas may use of site audits.
export { UnderWay } from './overview/under-way.tsx';
