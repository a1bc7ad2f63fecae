import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { texts } from '../texts/parts.ts';

/** The one accent: links, focus and the button that goes on. Status has colours of its own, in tokens.css. */
const accent: MantineColorsTuple = ['#eff0ff', '#dfe2fe', '#bdc4fb', '#98a3f6', '#7581ef', '#5562e5', '#3b48d8', '#2b37c4', '#242ea6', '#1b2382'];

/** Grounds and lines of the dark scheme; the same as in tokens.css. */
const dark: MantineColorsTuple = ['#e9e8ee', '#c8c7d2', '#aaaab8', '#858594', '#474857', '#2d2e3a', '#1d1e28', '#14151c', '#101117', '#0b0c10'];

/** What takes something away: white stands on it at 4.5:1 in both schemes (WCAG 2.2 §1.4.3). */
const red: MantineColorsTuple = ['#fcebea', '#f8d3d1', '#f0a5a1', '#e7746f', '#dd4c46', '#d13630', '#c22a26', '#a8201f', '#8c1a1a', '#6f1414'];

/** Dense and near-monochrome: small type, thin lines, colour for status alone. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, dark, red },
  fontFamily: "'Hanken Grotesk', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.3' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.35' },
    },
  },
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Anchor: { defaultProps: { underline: 'hover' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm', visibilityToggleButtonProps: { get 'aria-label'() { return texts.showTyped; }, tabIndex: 0 } } },
    Select: { defaultProps: { size: 'sm', comboboxProps: { shadow: 'md' } } },
    // The head of a dialog is no second banner of the page.
    Modal: { defaultProps: { centered: true, attributes: { header: { role: 'presentation' } } } },
    Notification: { defaultProps: { closeButtonProps: { get 'aria-label'() { return texts.close; } } }, styles: { description: { color: 'var(--dss-quiet)' } } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
});

/** What Mantine reads for paper, ink and lines, in both schemes; the values are in tokens.css. */
export const resolver: CSSVariablesResolver = () => {
  const own = {
    '--mantine-color-body': 'var(--dss-paper)',
    '--mantine-color-text': 'var(--dss-ink)',
    '--mantine-color-dimmed': 'var(--dss-quiet)',
    '--mantine-color-placeholder': 'var(--dss-quiet)',
    '--mantine-color-default': 'var(--dss-paper)',
    '--mantine-color-default-color': 'var(--dss-ink)',
    '--mantine-color-default-border': 'var(--dss-line-strong)',
    '--mantine-color-default-hover': 'var(--dss-shade)',
    '--mantine-color-anchor': 'var(--dss-link)',
    '--mantine-color-error': 'var(--dss-status-fail)',
  };
  return { variables: {}, light: own, dark: own };
};
