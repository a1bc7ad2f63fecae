// The search services that `npm run bench -- geogrid` asks, in a process of their own: their memory is not the program's. Says which settings set them up; answers every message with what was asked since the last one.
import { cityAround, startLocalSearch } from '../lab/services/local-search/index.ts';
import { CENTER } from '../src/areas/web/local-seo/local.sample.ts';

/** What the lab says at first. */
export interface LabReady {
  settings: Readonly<Record<string, string>>;
  /** A business of the city. */
  own: { name: string; googleId: string };
}

/** Requests: when each came, and how many of them differ. */
export interface LabAsked {
  times: number[];
  different: number;
}

const BUSINESSES = 300;

const say = (message: LabReady | LabAsked): void => void process.send!(message);
const lab = await startLocalSearch();
const city = cityAround({ ...CENTER, seed: 11, count: BUSINESSES });
lab.setCity(city);
process.on('message', () => {
  const asked = lab.takeAsked();
  say({ times: asked.map(({ atMs }) => atMs), different: new Set(asked.map(({ question }) => question)).size });
});
process.once('disconnect', () => process.exit());
say({ settings: lab.settings, own: { name: city[0]!.name, googleId: city[0]!.googleId } });
