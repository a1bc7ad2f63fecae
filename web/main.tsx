import './theme/mantine.css';
import './theme/tokens.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { AreasProvider } from './area.ts';
import { areas } from './areas/index.ts';
import { whenLanguageIsThere } from './language/start.ts';
import { router } from './router.tsx';
import { resolver, theme } from './theme/theme.ts';

/** Styles that components write carry the nonce of the document: others are refused. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// Where the lock on scrolling behind dialogs looks for it.
Object.assign(globalThis, { __webpack_nonce__: nonce });

void whenLanguageIsThere(async () => createRoot(document.getElementById('app')!).render(
  <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto" getStyleNonce={() => nonce}>
    <QueryClientProvider client={queryClient}>
      <AreasProvider value={areas}><RouterProvider router={router} /></AreasProvider>
      <Notifications position="bottom-right" />
    </QueryClientProvider>
  </MantineProvider>,
));

// After an update of the service the parts of an older page are gone: the page is loaded again.
window.addEventListener('vite:preloadError', () => window.location.reload());
