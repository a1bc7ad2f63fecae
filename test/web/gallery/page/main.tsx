// Shows one scene of the gallery, the one that the address names, from what the lab has told.
import '../../../../web/theme/scheme.js';
import '../../../../web/theme/mantine.css';
import '../../../../web/theme/tokens.css';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { CheckReport } from '../../../../web/areas/domains/check/report/check-report.tsx';
import { EmailView } from '../../../../web/areas/domains/email-security/view/email-view.tsx';
import { RecordDiff } from '../../../../web/parts/record-diff.tsx';
import { SetupSteps } from '../../../../web/areas/domains/setup/steps/setup-steps.tsx';
import { resolver, theme } from '../../../../web/theme/theme.ts';
import type { Scene } from '../scenes.ts';
import { ChartScene } from './charts.tsx';
import classes from './page.module.css';

function Shown({ scene }: { scene: Scene }) {
  switch (scene.kind) {
    case 'report': return <CheckReport report={scene.report} onCheckAgain={() => undefined} actionOf={() => <a href="#report-wrong">Report as wrong</a>} />;
    case 'email': return <EmailView of={scene.data} />;
    case 'setup': return <SetupSteps of={scene.data} onCheckAgain={() => undefined} />;
    case 'diffs': return <div className={classes.column}>{scene.pairs.map(({ title, before, after }) => <section key={title}><h2>{title}</h2><RecordDiff before={before} after={after} /></section>)}</div>;
    case 'charts': return <ChartScene scene={scene} />;
  }
}

const name = new URLSearchParams(location.search).get('scene') ?? '';
const scene = await (await fetch(`/scenes/${encodeURIComponent(name)}`)).json() as Scene;

createRoot(document.getElementById('app')!).render(
  <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto" getStyleNonce={() => 'gallery'}>
    <main className={classes.page} data-scene={name}><h1>{name}</h1><Shown scene={scene} /></main>
  </MantineProvider>,
);
