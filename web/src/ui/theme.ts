import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

// One accent, a quiet pine. Its eighth shade carries white text at 7:1.
const pine: MantineColorsTuple = [
  '#eef7f5',
  '#d9ece8',
  '#b3d9d1',
  '#88c4b8',
  '#62b0a1',
  '#459d8d',
  '#33897a',
  '#277567',
  '#1d6156',
  '#134a41',
]

const SYSTEM_FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'

/** How everything looks: one accent, the system's own letters, room to breathe. */
export const theme = createTheme({
  colors: { pine },
  primaryColor: 'pine',
  primaryShade: 8,
  autoContrast: true,
  fontFamily: SYSTEM_FONT,
  headings: { fontFamily: SYSTEM_FONT, fontWeight: '650', textWrap: 'balance' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    // Beside what opens it, so that it lies in the same part of the page for those who hear it.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    // The page has one banner; a dialog's heading is none.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    // What may be left out is said in words instead.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    NavLink: { defaultProps: { bdrs: 'md' } },
    Skeleton: { defaultProps: { 'aria-hidden': true } },
  },
})

/** Secondary text and placeholders dark enough to read, and a page a shade off from the cards on it. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fcfcfb',
    '--mantine-color-dimmed': '#586069',
    '--mantine-color-placeholder': '#6b737b',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-orange-light-color': '#96340b',
    '--mantine-color-red-light-color': '#a31d1d',
    '--surface': '#ffffff',
    '--line': '#e3e6e4',
  },
  dark: {
    '--mantine-color-text': '#e3e7e5',
    '--mantine-color-body': '#161918',
    '--mantine-color-dimmed': '#a3ada9',
    '--mantine-color-placeholder': '#8b9691',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#88c4b8',
    '--mantine-color-orange-light': '#3b2716',
    '--mantine-color-orange-light-color': '#ffc078',
    '--mantine-color-red-light': '#3d2021',
    '--mantine-color-red-light-color': '#ffa8a8',
    '--surface': '#1e2221',
    '--line': '#333a37',
  },
})
