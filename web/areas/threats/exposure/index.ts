// What later areas may use of the exposure of hosts.
export { OptOuts } from './operator/opt-outs.tsx';
